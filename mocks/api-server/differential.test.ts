import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiServer, startApiServer } from './index.ts'
import { kindScenarios } from './testing/kind-scenarios.ts'
import { listScenarios } from './testing/list-scenarios.ts'
import { findPrograms, type RealServer, startReal } from './testing/real.ts'
import { type SendRequest, clientOf, comparableValue } from './testing/requests.ts'
import { objectScenarios } from './testing/scenarios.ts'

// A real API server receives the same requests and is the standard of comparison.
const programs = findPrograms()
const title =
  programs === undefined
    ? 'the mock responds like a real API server (skipped: set KUBEBUILDER_ASSETS, or add kube-apiserver to PATH)'
    : 'the mock responds like a real API server'

describe.skipIf(programs === undefined)(title, () => {
  let mock: ApiServer
  let realServer: RealServer
  let sendToMock: SendRequest
  let sendToReal: SendRequest

  beforeAll(async () => {
    if (programs === undefined) return
    mock = await startApiServer()
    realServer = await startReal(programs)
    sendToMock = clientOf(mock)
    sendToReal = clientOf(realServer)
  }, 60_000)
  afterAll(async () => {
    await Promise.all([mock?.stop(), realServer?.stop()])
  })

  test.each(Object.entries({ ...objectScenarios, ...kindScenarios, ...listScenarios }))(
    '%s',
    async (name, scenario) => {
      const namespace = `s-${name.replaceAll(/[^a-z]+/g, '-')}`.slice(0, 50)
      for (const send of [sendToReal, sendToMock])
        await send('POST /api/v1/namespaces', { metadata: { name: namespace } })
      const expected = comparableValue(await scenario(sendToReal, namespace))

      expect(comparableValue(await scenario(sendToMock, namespace))).toEqual(expected)
    },
  )
})
