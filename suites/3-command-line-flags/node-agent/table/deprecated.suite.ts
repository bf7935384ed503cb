import { expect, rulesOf, says, test } from '#kit'
import { helpOf } from '../../../shared/flags/help.ts'
import { agentRows } from '#documents/3/agent-flags/index.ts'
import { agentFlagRow as flagRow } from '../../../shared/flags/place.ts'

const { should } = rulesOf({ program: 'node-agent', overlaps: true })

const deprecationReasons = {
  C: 'in favour of the file that --config names',
  R: 'because it is to be removed or superseded',
} as const

for (const { flag, deprecated } of agentRows) {
  if (deprecated === undefined) continue
  const name = flag.slice(2)
  should(`agent.flag.${name}.deprecated`, flagRow(flag, 'D'), () => {
    says(`The help calls ${flag} deprecated, ${deprecationReasons[deprecated]}.`)
    test({ title: 'the help calls the flag deprecated', id: 'calls the flag deprecated' }, async () => {
      expect((await helpOf('node-agent')).entry(flag)).toMatchObject({ deprecated: true })
    }).sees(`help-deprecation-omitted-${name}`)
  })
}

const deprecatedRows = agentRows.filter(({ deprecated }) => deprecated !== undefined)
const sentences = {
  'agent.flags.deprecated': {
    rows: deprecatedRows,
    source: { document: 3, section: 'Node agent flags', rows: ['flags marked C or R'] } as const,
    says: 'Flags that belong into the configuration file, and those that are to go, are deprecated.',
  },
  'agent.flags.deprecated-for-file': {
    rows: deprecatedRows.filter(({ deprecated }) => deprecated === 'C'),
    source: { document: 3, section: 'Versioning', rows: ['node agent: deprecated flags'] } as const,
    says: 'Flags that belong into the configuration file are deprecated in its favour.',
  },
}

for (const [id, { rows, source, says: sentence }] of Object.entries(sentences)) {
  should(id, source, () => {
    says(sentence)
    test(
      { title: 'the help calls each of the flags deprecated', id: 'calls each of them deprecated' },
      async () => {
        const agentHelp = await helpOf('node-agent')
        const undeprecatedRows = rows.filter(({ flag }) => agentHelp.entry(flag)?.deprecated !== true)
        expect(undeprecatedRows.map(({ flag }) => flag)).toEqual([])
      },
    ).sees(
      ...rows.flatMap(({ flag }) => [
        `help-omits-${flag.slice(2)}`,
        `help-deprecation-omitted-${flag.slice(2)}`,
      ]),
    )
  })
}
