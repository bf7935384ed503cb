import { expect, refuses, rulesOf, says, seeing, test, formerly } from '#kit'
import { expectRefusal } from '../../../shared/api-server.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { namesIn } from './exposition.ts'
import {
  exposition,
  previousMinor,
  requestsMetric,
  hiddenMetricsFlag,
  usualMetric,
} from './metric-servers.ts'
import { servers } from './metrics-fixtures.ts'

const { must } = rulesOf()

must(
  'flag.show-hidden-metrics-for-version.shown',
  { ...flagRow('--show-hidden-metrics-for-version', 'meaning'), capability: 'hidden-metrics' },
  () => {
    says('The metrics that are hidden since the previous minor version are shown with it, and not without.')
    test(
      { title: 'shows metrics that are hidden without the flag', id: 'shows further metrics' },
      async (check) => {
        check.needs('hidden-metrics')
        const names = await servers.hiddenNames()
        check.observe('metrics', names)

        expect(names.length).toBeGreaterThan(0)
      },
    ).sees('hidden-metrics-stay-hidden')
  },
)

must(
  'flag.show-hidden-metrics-for-version.previous',
  {
    ...flagRow('--show-hidden-metrics-for-version', 'version'),
    overlaps: true,
    twin: 'flag.show-hidden-metrics-for-version.shown/shows-further-metrics',
  },
  () => {
    says('The version is the previous minor version, as <major>.<minor>.')
    const otherVersions = {
      'the version before the previous version': formerly('the version before it', seeing([], -1)),
      'the version after the previous version': formerly('the version after it', seeing([], 1)),
    }
    refuses
      .for(otherVersions)('%s', async (step) => {
        const [major, minor] = previousMinor().split('.').map(Number)
        await expectRefusal(
          { flags: { [hiddenMetricsFlag]: `${major}.${Number(minor) + step}` } },
          hiddenMetricsFlag,
        )
      })
      .sees('hidden-metrics-of-any-version')

    refuses({ title: 'a patch version in place of a minor version', id: 'a patch version' }, async () => {
      const version = `${previousMinor()}.0`
      await expectRefusal({ flags: { [hiddenMetricsFlag]: version } }, hiddenMetricsFlag)
    }).sees('hidden-metrics-of-any-version')
  },
)

must(
  'flag.disabled-metrics.gone',
  { ...flagRow('--disabled-metrics', 'meaning'), capability: 'request-metrics' },
  () => {
    says(
      'The named metrics are not exposed, including hidden metrics that would be exposed, and all others are.',
    )
    test('shows no metric that is disabled', async (check) => {
      check.needs('request-metrics')
      const name = await usualMetric(servers.plainServer)
      const names = namesIn(await exposition(servers.selectingServer))

      expect(name).not.toBe('')
      expect(names).not.toContain(name)
    }).sees('disabled-metrics-ignored')

    test('shows no hidden metric that is disabled', async (check) => {
      check.needs('hidden-metrics')
      const hiddenMetrics = await servers.hiddenNames()
      const names = namesIn(await exposition(servers.selectingServer))

      expect(hiddenMetrics.length, 'hidden metrics').toBeGreaterThan(0)
      expect(hiddenMetrics.filter((name) => names.has(name))).toEqual([])
    }).sees('hidden-metrics-beat-disabled')

    test('shows the metrics that are not disabled', async (check) => {
      check.needs('request-metrics')
      expect(namesIn(await exposition(servers.selectingServer))).toContain(requestsMetric)
    }).sees('disabled-metrics-take-all')
  },
)
