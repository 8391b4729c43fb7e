"""The omp dialect for bufferize."""
