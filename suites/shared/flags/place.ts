import { HarnessError } from '#kit'
import type { Source } from '#kit/tables.ts'
import { agentFlags } from '#documents/3/agent-flags/index.ts'
import { apiServerFlags } from '#documents/3/api-server-flags/index.ts'
import { auditFlags } from '#documents/3/audit-flags.ts'
import { ownersOf } from '#documents/rows.ts'
import type { Section } from '#documents/shape.ts'

/** Row of a flag of the API server; `aspect` distinguishes several rules of one row. */
export const flagRow = rowsIn(apiServerFlags, auditFlags)

/** Row of a flag of the node agent; `aspect` distinguishes several rules of one row. */
export const agentFlagRow = rowsIn(agentFlags)

function rowsIn(...sections: readonly Section[]): (flag: string, aspect?: string) => Source {
  const places = new Map(
    sections.flatMap((section) =>
      section.rows.map((row) => {
        const typeAspect = ownersOf(section, row.key).length > 0 ? `of ${row.of}` : undefined
        return [row.flag, { section: section.section, key: row.key, owner: typeAspect }] as const
      }),
    ),
  )
  return (flag, aspect) => {
    const flagPlace = places.get(flag as `--${string}`)
    if (flagPlace === undefined)
      throw new HarnessError('harness-fault', `The documents have no row of ${flag}.`)
    const aspects = [flagPlace.owner, aspect].filter((part) => part !== undefined)
    return {
      document: 3,
      section: flagPlace.section,
      rows: [flagPlace.key],
      ...(aspects.length > 0 && { aspect: aspects.join(', ') }),
    }
  }
}
