"""The parts of the HTML report: what each page shows as plain data, and the page that shows it."""
