import { expect, rulesOf, says, test } from '#kit'
import { requireDocumentedForm } from '#kit/launch.ts'
import { targetDialect } from '../../../shared/dialect.ts'
import { helpOf } from '../../../shared/flags/help.ts'
import { isAsDocumented } from './agents.ts'
import { gateRow, gatesSource } from './row.ts'
import { documentedGates } from '#documents/3/lists/gates.ts'

const { must } = rulesOf({ program: 'node-agent', overlaps: true })

/** Returns the help text of a gate; `undefined` if the help does not name the gate. */
async function entryOf(
  name: string,
): Promise<{ readonly stage?: string; readonly default?: boolean } | undefined> {
  requireDocumentedForm(targetDialect(), 'node-agent', 'gate', name)
  const { text } = await helpOf('node-agent')
  const gatePattern = new RegExp(`(?<![\\w-])${targetDialect().word(name)}(?!\\w)`)
  const line = text.split('\n').find((each) => gatePattern.test(each))
  if (line === undefined) return undefined
  const stage = /\b(alpha|beta)\b/i.exec(line)?.[1]?.toUpperCase()
  const defaultText = /\bdefault(?:s to)?[=: ]+(true|false)\b/i.exec(line)?.[1]?.toLowerCase()
  return { ...(stage && { stage }), ...(defaultText && { default: defaultText === 'true' }) }
}

for (const { name, stage, default: isOnByDefault } of documentedGates) {
  must(`agent.gate.${name}.help`, gateRow(name, 'help'), () => {
    says(`The help lists the gate ${name}, which is ${stage} and ${isOnByDefault ? 'on' : 'off'} by default.`)
    test({ title: 'the help names the gate', id: 'names the gate' }, async () => {
      expect(await entryOf(name)).toBeDefined()
    }).sees(`gate-omitted-${name}`)

    test({ title: 'the help shows the stage of the gate', id: 'shows its stage' }, async () => {
      expect(await entryOf(name)).toMatchObject({ stage })
    }).sees(`gate-stage-wrong-${name}`)

    test({ title: 'the help shows the default of the gate', id: 'shows its default' }, async () => {
      expect(await entryOf(name)).toMatchObject({ default: isOnByDefault })
    }).sees(`gate-default-wrong-${name}`)
  })
}

must('agent.gates.listed', gatesSource('stages and defaults'), () => {
  says('The gates of each group have its stage and its default.')
  test(
    {
      title: 'the help lists all gates of the group with their stage and default',
      id: 'lists all of them so',
    },
    async () => {
      const differingGates: string[] = []
      const gatesAsDocumented = documentedGates.filter(({ name }) => isAsDocumented(name))
      for (const { name, stage, default: isOnByDefault } of gatesAsDocumented) {
        const entry = await entryOf(name)
        if (entry?.stage !== stage || entry.default !== isOnByDefault) differingGates.push(name)
      }
      expect(differingGates).toEqual([])
    },
  ).sees('gate-stage-wrong-APIServingWithRoutine')
})
