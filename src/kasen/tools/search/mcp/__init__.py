"""Servers that speak the Model Context Protocol, as providers of web search. See `McpSearch`."""
