import { expect, refuses, rulesOf, says } from '#kit'
import { completeFile, completeTwin } from './complete-file.ts'
import { startOutcome } from '../../shared/api-server.ts'
import { configurationFile } from '../../shared/configuration/configuration-file.ts'
import { declareValueRules } from '../../shared/configuration/value-rules.ts'
import { egressTable } from '#documents/1/egress.ts'
import { udsNameAt } from '#documents/1/egress-transport.ts'
import { sharedProxy } from './configuration.ts'

const { must } = rulesOf({
  document: 1,
  section: 'EgressSelectorConfiguration (v1alpha1)',
  overlaps: true,
  twin: completeTwin,
})

const otherProxy = sharedProxy()
const files = configurationFile({ kind: 'egress', peer: sharedProxy(), base: completeFile })

declareValueRules({ table: egressTable, files, twin: completeTwin })

must('egress.uds.name-without-scheme', 'UDSTransport.udsName', () => {
  says('udsName is a path without unix:// before it: with it, nothing gets through.')
  // A server may refuse the name, give up, or retry forever, but it must not reach its store through the proxy.
  refuses('unix:// before the path of a running server', async () => {
    const { url, journal } = await otherProxy()
    const { outcome } = await startOutcome(await files.spec({ [udsNameAt.etcd]: url }))

    expect(outcome, 'how a start with the name comes out').not.toBe('ready')
    expect(journal, 'what the server of the name was asked').toEqual([])
  }).sees('egress-uds-name-with-scheme-accepted')
})
