// A thread that has nothing else to do than to notice how late it is called.
import { parentPort, workerData } from 'node:worker_threads'

const { tickMs, newsMs }: { readonly tickMs: number; readonly newsMs: number } = workerData
// A thread counts from its own beginning, so moments are told as the sum with it.
const nowMs = (): number => performance.timeOrigin + performance.now()

let dueMs = nowMs() + tickMs
setInterval(() => {
  const atMs = nowMs()
  const lateMs = atMs - dueMs
  if (lateMs > newsMs) parentPort?.postMessage({ atMs, lateMs })
  dueMs = atMs + tickMs
}, tickMs)
