"""Files kept at an address: a folder, Google Cloud Storage, S3 and what speaks as it does."""
