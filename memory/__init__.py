"""What a memory must promise, and the memories: a leaf package that knows neither the car nor the gold."""
