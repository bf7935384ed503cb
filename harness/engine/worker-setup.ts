// Ctrl+C in a terminal reaches the workers too; the command decides how they end, so that programs are stopped first.
const marked = process as typeof process & { orchConformanceWorker?: true }
if (marked.orchConformanceWorker === undefined) {
  marked.orchConformanceWorker = true
  process.on('SIGINT', () => {})
}
