"""Product logs as timelines: read row by row, mapped by a table of the user's, written as the rows come."""
