"""Résumé: five critics review it at once, a revision that cannot invent answers them, edit by edit."""
