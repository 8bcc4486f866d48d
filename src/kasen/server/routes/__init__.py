"""One file per resource; a route reads the request, asks the runtime, and gives a shape back."""
