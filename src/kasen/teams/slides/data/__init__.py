"""Tables in: read with types, profiled, computed in the sandbox, traced to their rows."""
