"""The teams over the Model Context Protocol: each a tool, their files resources. Needs the extra `mcp` alone."""
