import { expect } from '#harness/check/expect.ts'
import { formerly, says, test } from '#harness/check/rule.ts'
import { rulesOf } from '#harness/check/rules-of.ts'
import type { Flags } from '#harness/launch/flags.ts'
import { type PluginWorld, actsNow, comesToAct } from '../../../shared/admission/plugin-world.ts'
import { looks } from '../../../shared/admission/plugins.ts'
import { flagRow } from '../../../shared/flags/flag-rules.ts'

const { must } = rulesOf({ capability: 'plugin-effects', overlaps: true })

const enable = '--enable-admission-plugins'
const disable = '--disable-admission-plugins'
/** The lists of the two servers, which differ in their order alone. */
const lists = {
  enabled: {
    first: 'NamespaceAutoProvision,NamespaceExists',
    last: 'NamespaceExists,NamespaceAutoProvision',
  },
  disabled: { first: 'Priority,ServiceAccount', last: 'ServiceAccount,Priority' },
} as const

/** The flags of a server that has the lists in one order or the other. */
export function orderFlags(order: 'first' | 'last'): Flags {
  return { [enable]: lists.enabled[order], [disable]: lists.disabled[order] }
}

/** In which order plugins are listed, of two servers that list the same. */
export function orderRules(first: () => Promise<PluginWorld>, last: () => Promise<PluginWorld>): void {
  // One makes the namespace that the other misses, so their own order shows.
  const makesLast = 'the plugin that creates namespaces is last'
  const enabling = {
    'the plugin that creates namespaces is first': formerly(
      'the one that makes namespaces stands first',
      first,
    ),
    [makesLast]: formerly('the one that makes namespaces stands last', last),
  }
  const disabling = { 'in the order of the alphabet': first, 'in the other order': last }

  must('flag.enable-admission-plugins.order', flagRow(enable, 'order irrelevant'), () => {
    says(`In which order ${enable} lists plugins makes no difference.`)
    test
      .for(enabling)('an object makes its namespace when %s', async (world) => {
        expect(await comesToAct(looks.NamespaceAutoProvision, await world()), 'it came to be').toBe(true)
      })
      .sees('plugin-not-enabled-NamespaceAutoProvision', (_world, name) =>
        name === makesLast ? ['plugins-run-in-flag-order', 'only-first-enabled-plugin-counts'] : undefined,
      )
  })

  must('flag.disable-admission-plugins.order', flagRow(disable, 'order irrelevant'), () => {
    says(`In which order ${disable} lists plugins makes no difference.`)
    test
      .for(disabling)('both plugins are off when they are listed %s', async (world) => {
        const running = await world()
        const [priority, serviceAccount] = await Promise.all([
          actsNow(looks.Priority, running),
          actsNow(looks.ServiceAccount, running),
        ])

        expect({ priority, serviceAccount }, 'what acts').toEqual({
          priority: false,
          serviceAccount: false,
        })
      })
      .sees('plugin-not-disabled-Priority')
  })
}
