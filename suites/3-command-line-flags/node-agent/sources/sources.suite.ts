import { expect, rulesOf, says, test } from '#kit'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'
import { effectiveValue } from './agents.ts'
import { hasOtherDefault, type Source } from './flags.ts'
import { compareValues, isZeroValue } from './compare-values.ts'
import type { Sourced, SourcedValue } from './sourced-flag.ts'
import { sourcedFlags } from './table.ts'

const { must } = rulesOf({ program: 'node-agent' })

async function expectEffective(
  { field, refusedWithout }: Pick<Sourced, 'field' | 'refusedWithout'>,
  strongest: Source,
  value: SourcedValue,
): Promise<void> {
  const isDefault = strongest === 'default' || strongest === 'explicit-default'
  const refusal = isDefault ? undefined : refusedWithout?.[strongest]
  const { got, wanted } = compareValues(value, await effectiveValue(field, strongest, refusal))
  expect(got).toEqual(wanted)
}

for (const sourcedFlag of sourcedFlags) {
  const { flag, values, fileOnly } = sourcedFlag
  const name = flag.slice(2)
  const defaultValue = sourcedFlag.default
  must(`agent.flag.${name}.source`, flagRow(flag, 'sources'), () => {
    says(
      `${flag} takes precedence over drop-in files, these over the configuration file, and that over the default.`,
    )
    if (defaultValue !== undefined)
      test(
        {
          title: 'the value is the default if nothing is set',
          id: 'has its default where nobody says anything',
        },
        () => expectEffective(sourcedFlag, 'default', defaultValue),
      ).sees(...(isZeroValue(defaultValue) ? [] : [`default-not-effective-${name}`]))

    if (values === undefined) return
    const [inFile, inDropIn, byFlag] = values
    test(
      { title: 'the configuration file sets the value', id: 'has the value of the configuration file' },
      () => expectEffective(sourcedFlag, 'file', inFile),
    ).sees(`file-ignored-${name}`)

    test(
      {
        title: 'a drop-in file takes precedence over the configuration file',
        id: 'has the value of a drop-in file instead',
      },
      () => expectEffective(sourcedFlag, 'drop-in', inDropIn),
    ).sees(`drop-in-ignored-${name}`)

    test({ title: 'the flag takes precedence over the files', id: 'has the value of the flag instead' }, () =>
      expectEffective(sourcedFlag, 'flag', byFlag),
    ).sees(`flag-loses-${name}`)

    if (hasOtherDefault(sourcedFlag))
      test('the flag takes precedence over the file when it explicitly has its default', () =>
        expectEffective(sourcedFlag, 'explicit-default', sourcedFlag.default)).sees(
        `flag-loses-${name}`,
        'explicit-defaults-lose',
      )

    if (fileOnly === undefined) return
    const [key] = fileOnly
    test(
      {
        title: `does not merge ${key}, which only the configuration file sets, into the value of the flag`,
        id: 'has no key that only the configuration file sets',
      },
      async () => {
        const { got, wanted } = compareValues(byFlag, await effectiveValue(sourcedFlag.field, 'flag'))
        expect(wanted).not.toHaveProperty([key])
        expect(Object.keys(got as object)).toEqual(Object.keys(wanted as object))
      },
    ).sees('maps-of-files-merged')
  })
}
