"""Nodes of mode deep whose names other modes have as well."""
