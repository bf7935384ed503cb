import { afterAll, expect, test } from 'vitest'
import { asCheck } from '#harness/testing/fake-check.ts'
import { startEtcd } from '#mocks/etcd/index.ts'
import { configurationFile } from './configuration-file.ts'

const peer = await startEtcd()
afterAll(() => peer.stop())

const files = configurationFile({
  kind: 'tracing',
  peer: async () => peer,
  base: ({ url }) => ({ endpoint: url, samplingRatePerMillion: 1 }),
  commonFlags: { '--v': 2 },
})
const refusingOptions = { behave: 'refuse' }

test('a variant is the accepted file with its changes, in the flag of its kind', async () => {
  const { peers, flags } = await asCheck(() =>
    files.spec(({ url }) => ({ endpoint: `${url}/x` }), { '--v': 4 }),
  )

  expect(peers).toEqual([peer])
  expect(flags).toMatchObject({
    '--tracing-config-file': {
      file: 'tracing.yaml',
      content: { endpoint: `${peer.url}/x`, samplingRatePerMillion: 1 },
    },
    '--v': 4,
  })
})

test('a server with a file that names no peer starts without peers', async () => {
  const { peers } = await asCheck(() => configurationFile({ kind: 'egress', base: () => ({}) }).spec())

  expect(peers).toEqual([])
})

test('a variant is accepted only by a server that becomes ready', async () => {
  await expect(asCheck(() => files.accepts())).resolves.toBeUndefined()
  await expect(asCheck(() => files.accepts(), refusingOptions)).rejects.toThrow(/refused/)
})

test('a variant is refused only by a server that refuses to start', async () => {
  await expect(asCheck(() => files.refuses({}, 'behave'), refusingOptions)).resolves.toBeUndefined()
  await expect(asCheck(() => files.refuses({}, 'behave'))).rejects.toThrow(/refused/)
})

test('a change with an invalid path does not start a server', async () => {
  await expect(
    asCheck(() => files.refuses({ 'endpoint.host': 'x' }, 'host'), refusingOptions),
  ).rejects.toThrow(/endpoint\.host/)
})

test.each([
  ['well', 'ready'],
  ['refuse', 'refused with exit code 1'],
])('the start with an unspecified variant is recorded: %s', async (behave, value) => {
  const observations = await asCheck(
    async (check) => {
      await files.observes('a variant', {})
      return [...check.record.observations]
    },
    { behave },
  )

  expect(observations).toEqual([{ what: 'a variant', value }])
})
