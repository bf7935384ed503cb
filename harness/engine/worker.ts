// Program of a process in which suites run. Its arguments are modules to load before the first request of the engine.
import { pathToFileURL } from 'node:url'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

// Ctrl+C in a terminal, and signals to the whole group, also reach the workers. The command decides how they end, so
// that programs are stopped first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// The command has ended, so no results are needed. While tests run, the engine replaces the function that exits.
const exit = process.exit.bind(process)
process.once('disconnect', () => exit())

init({
  post: (message) => process.send?.(message),
  on: (listener) => process.on('message', listener),
  off: (listener) => process.off('message', listener),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})

for (const common of process.argv.slice(2)) await import(pathToFileURL(common).href)
