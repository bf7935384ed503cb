import { readFileSync, readdirSync } from 'node:fs'
import { becomesTrue, currentCheck, monitorJitter, expect, nowMs, rulesOf, says, test } from '#kit'
import { rootName } from '#harness/programs/node-agent.ts'
import { sharedAgent } from '../../../shared/node-agent.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const program = 'node-agent'

const { must } = rulesOf({ program })

const happensWithinMs = 10_000

const quietAgent = sharedAgent(() => ({ flags: { '--max-open-files': 4_096 } }))
const verboseAgent = sharedAgent(() => ({ flags: { '--v': 4 } }))

must('agent.process.root-dir', flagRow('--root-dir', 'behaviour'), () => {
  says('The files of the agent lie below --root-dir.')
  test({ title: 'keeps its files below the directory', id: 'keeps files there' }, async () => {
    const agent = await quietAgent()
    const rootFiles = () => readdirSync(agent.hostPathOf(agent.path(rootName)))
    expect(await becomesTrue(() => rootFiles().length > 0, happensWithinMs)).toBe(true)
    currentCheck().observe('what lies there', rootFiles().toSorted())
  }).sees('root-dir-ignored')
})

must('agent.process.open-files', flagRow('--max-open-files', 'behaviour'), () => {
  says('The agent may have as many files open as --max-open-files says.')
  test({ title: 'sets the limit of open files', id: 'sets the limit' }, async () => {
    const { processId: pid } = await quietAgent()
    const limit = () => /Max open files\s+(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1]
    expect(await becomesTrue(() => limit() === '4096', happensWithinMs)).toBe(true)
  }).sees('open-files-ignored')
})

must('agent.process.verbosity', flagRow('--v', 'behaviour'), () => {
  says('The higher --v, the more is logged.')
  test({ title: 'logs more at a higher level', id: 'logs more' }, async () => {
    const [firstAgent, secondAgent] = [await quietAgent(), await verboseAgent()]
    expect(
      await becomesTrue(() => secondAgent.output.length > firstAgent.output.length, happensWithinMs),
    ).toBe(true)
  }).sees('verbosity-ignored')
})

const flushMs = 1_000
// Maximum time for a flush: less than the default, and less than three times the flag's value.
const flushedWithinMs = 2.5 * flushMs
const requestsForMs = 7_000
const requestEveryMs = 200

const flushingAgent = sharedAgent(() => ({
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
    const agent = await flushingAgent()
    const startedAtMs = nowMs()
    expect(await becomesTrue(() => agent.program.stdout.text !== '', flushedWithinMs)).toBe(true)
    currentCheck().observe('milliseconds to the first line', Math.round(nowMs() - startedAtMs))
  }).sees('log-flush-frequency-ignored')

  test(
    {
      title: 'writes the log lines of requests within the interval each time',
      id: 'shows again and again what is logged of requests',
    },
    async () => {
      currentCheck().needs('request-logs')
      const agent = await flushingAgent()
      monitorJitter(agent.processId)
      const outputLength = () => agent.program.stdout.text.length
      const outputTimes = [nowMs()]
      const untilMs = nowMs() + requestsForMs
      while (nowMs() < untilMs) {
        const lengthBefore = outputLength()
        await agent.get('/healthz?logged=every-time')
        await becomesTrue(() => outputLength() > lengthBefore, requestEveryMs)
        if (outputLength() > lengthBefore) outputTimes.push(nowMs())
      }
      const gaps = [...outputTimes, untilMs].map((atMs, index) => atMs - (outputTimes[index - 1] ?? atMs))
      currentCheck().observe('milliseconds between lines', gaps.map(Math.round))
      expect(Math.max(...gaps)).toBeLessThan(flushedWithinMs)
    },
  ).sees('log-flush-frequency-ignored')
})
