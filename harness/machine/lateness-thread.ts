// An otherwise idle thread that measures how late it is called.
import { parentPort, workerData } from 'node:worker_threads'

const { tickMs, newsMs }: { readonly tickMs: number; readonly newsMs: number } = workerData
// The clock of a thread begins at the start of the thread, so its time origin is added.
const nowMs = (): number => performance.timeOrigin + performance.now()

let dueMs = nowMs() + tickMs
setInterval(() => {
  const atMs = nowMs()
  const lateMs = atMs - dueMs
  if (lateMs > newsMs) parentPort?.postMessage({ atMs, lateMs })
  dueMs = atMs + tickMs
}, tickMs)
