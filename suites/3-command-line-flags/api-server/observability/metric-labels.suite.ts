import { expect, rulesOf, says, test } from '#kit'
import { flagRow } from '../../../shared/flags/place.ts'
import { countedCodes, countedVerbs } from './metric-servers.ts'
import { servers } from './metrics-fixtures.ts'

const { must } = rulesOf({ capability: 'request-metrics' })

const { plainServer, withAllLabels, selectingServer, overridingServer } = servers

must('flag.allow-metric-labels.values', flagRow('--allow-metric-labels', 'values'), () => {
  says('Of a label in the list only the allowed values appear.')
  test(
    { title: 'shows every value of the label without the flag', id: 'shows every value without a list' },
    async (check) => {
      check.needs('request-metrics')
      expect(await countedVerbs(plainServer)).toEqual(expect.arrayContaining(['GET', 'LIST', 'POST']))
    },
  ).sees('metric-labels-folded-unasked')

  test(
    { title: 'shows only the allowed values of the label', id: 'shows the allowed values and no others' },
    async (check) => {
      check.needs('request-metrics')
      const verbs = await countedVerbs(selectingServer)

      expect(verbs).toEqual(expect.arrayContaining(['GET', 'LIST']))
      expect(verbs).not.toContain('POST')
    },
  ).sees('allow-metric-labels-ignored')

  test(
    {
      title: 'shows only the allowed values of the second label of a metric',
      id: 'shows the allowed values of a second label',
    },
    async (check) => {
      check.needs('request-metrics')
      const [allCodes, codes] = [await countedCodes(plainServer), await countedCodes(selectingServer)]

      expect(allCodes, 'without the flag').toEqual(expect.arrayContaining(['200', '201']))
      expect(codes).toContain('200')
      expect(codes).not.toContain('201')
    },
  ).sees('allow-metric-labels-ignored', 'only-first-metric-label-allowed')
})

must('flag.allow-metric-labels-manifest.values', flagRow('--allow-metric-labels-manifest', 'meaning'), () => {
  says('The file has the same mapping as --allow-metric-labels, which overrides it.')
  test(
    {
      title: 'shows only the values of the label that the file allows',
      id: 'shows the values of the file and no others',
    },
    async (check) => {
      check.needs('request-metrics')
      const verbs = await countedVerbs(withAllLabels)

      expect(verbs).toContain('GET')
      expect(verbs).not.toContain('LIST')
    },
  ).sees('allow-metric-labels-manifest-ignored')

  test(
    {
      title: 'shows no value that only the file allows when the flag is also set',
      id: 'shows no value that only the file allows beside the flag',
    },
    async (check) => {
      check.needs('request-metrics')
      const verbs = await countedVerbs(overridingServer)

      expect(verbs).toContain('LIST')
      expect(verbs).not.toContain('POST')
    },
  ).sees('metric-labels-file-beats-flag')
})
