"""The exchange: two stores keep one record and pass turn files to and fro."""
