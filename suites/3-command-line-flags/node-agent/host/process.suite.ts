import { readFileSync, readdirSync } from 'node:fs'
import { becomesTrue, currentCheck, monitorJitter, expect, nowMs, rulesOf, says, test } from '#kit'
import { rootName } from '#harness/programs/node-agent.ts'
import { sharedAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const happensWithinMs = 10_000

const quiet = sharedAgent(() => ({ flags: { '--max-open-files': 4_096 } }))
const verbose = sharedAgent(() => ({ flags: { '--v': 4 } }))

must('agent.process.root-dir', flagRow('--root-dir', 'behaviour'), () => {
  says('The files of the agent lie below --root-dir.')
  test({ title: 'keeps its files below the directory', id: 'keeps files there' }, async () => {
    const agent = await quiet()
    const found = () => readdirSync(agent.outside(agent.path(rootName)))
    expect(await becomesTrue(() => found().length > 0, happensWithinMs)).toBe(true)
    currentCheck().observe('what lies there', found().toSorted())
  }).sees('root-dir-ignored')
})

must('agent.process.open-files', flagRow('--max-open-files', 'behaviour'), () => {
  says('The agent may have as many files open as --max-open-files says.')
  test({ title: 'sets the limit of open files', id: 'sets the limit' }, async () => {
    const { processId: pid } = await quiet()
    const limit = () => /Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]
    expect(await becomesTrue(() => limit() === '4096', happensWithinMs)).toBe(true)
  }).sees('open-files-ignored')
})

must('agent.process.verbosity', flagRow('--v', 'behaviour'), () => {
  says('The higher --v, the more is logged.')
  test({ title: 'logs more at a higher level', id: 'logs more' }, async () => {
    const [little, much] = [await quiet(), await verbose()]
    expect(await becomesTrue(() => much.output.length > little.output.length, happensWithinMs)).toBe(true)
  }).sees('verbosity-ignored')
})

const flushMs = 1_000
// Less than the default, and less than three times the flag's value.
const flushedWithinMs = 2.5 * flushMs
const requestsForMs = 7_000
const requestEveryMs = 200

const flushing = sharedAgent(() => ({
  flags: {
    '--feature-gates': 'LoggingAlphaOptions=true',
    '--log-text-split-stream': true,
    '--log-text-info-buffer-size': '1Mi',
    '--log-flush-frequency': `${flushMs}ms`,
    '--v': 4,
  },
}))

must('agent.process.log-flush', { ...flagRow('--log-flush-frequency', 'behaviour'), waits: true }, () => {
  says('No log line waits longer than --log-flush-frequency.')
  test({ title: 'writes log lines within the interval', id: 'shows what is logged in time' }, async () => {
    const agent = await flushing()
    const begun = nowMs()
    expect(await becomesTrue(() => agent.program.stdout.text !== '', flushedWithinMs)).toBe(true)
    currentCheck().observe('milliseconds to the first line', Math.round(nowMs() - begun))
  }).sees('log-flush-frequency-ignored')

  test(
    {
      title: 'writes the log lines of requests within the interval each time',
      id: 'shows again and again what is logged of requests',
    },
    async () => {
      currentCheck().needs('request-logs')
      monitorJitter()
      const agent = await flushing()
      const shown = () => agent.program.stdout.text.length
      const times = [nowMs()]
      const untilMs = nowMs() + requestsForMs
      while (nowMs() < untilMs) {
        const before = shown()
        await agent.get('/healthz?logged=every-time')
        await becomesTrue(() => shown() > before, requestEveryMs)
        if (shown() > before) times.push(nowMs())
      }
      const gaps = [...times, untilMs].map((atMs, index) => atMs - (times[index - 1] ?? atMs))
      currentCheck().observe('milliseconds between lines', gaps.map(Math.round))
      expect(Math.max(...gaps)).toBeLessThan(flushedWithinMs)
    },
  ).sees('log-flush-frequency-ignored')
})
