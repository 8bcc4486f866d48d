"""Conversations over HTTP: messages become runs, runs become messages."""
