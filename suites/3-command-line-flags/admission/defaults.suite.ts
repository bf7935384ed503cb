import { expect } from '#harness/check/expect.ts'
import { excluded, rule, test } from '#harness/check/rule.ts'
import {
  admissionFlags,
  eventLimits,
  imagePolicyConfiguration,
  pluginPeers,
  pluginServer,
} from '../../fixtures/plugins/plugin-peers.ts'
import { actsNow, comesToAct } from '../../fixtures/plugins/plugin-world.ts'
import { offByDefault, onByDefault } from '../../fixtures/plugins/names.ts'
import { looks, pluginRow, seenOf } from '../../fixtures/plugins/plugins.ts'
import { cases, perPlugin } from './claims.ts'

const peers = pluginPeers()
// What is off stays off although the file has a configuration for it.
const world = pluginServer(peers, (running) =>
  admissionFlags([
    { name: 'EventRateLimit', configuration: eventLimits },
    { name: 'ImagePolicyWebhook', configuration: imagePolicyConfiguration(running, 'defaults') },
  ]),
)

const on = seenOf(onByDefault)
const onTitle = (plugin: string): string => `${plugin} acts`

rule(
  {
    id: 'admission-plugins.on-by-default',
    level: 'MUST',
    says: 'The plugins that are listed as enabled by default are on when no flag says otherwise.',
    source: pluginRow('Enabled by default'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: perPlugin('off-by-default', on, onTitle),
  },
  () => {
    test.for(cases(on))('%s acts', async (plugin) => {
      expect(await comesToAct(looks[plugin], await world()), `${plugin} acts`).toBe(true)
    })
  },
)

// NamespaceLifecycle keeps the same things away as NamespaceExists, so that one is looked at where the first is off.
const off = seenOf(offByDefault).filter((plugin) => plugin !== 'NamespaceExists')
const offTitle = (plugin: string): string => `${plugin} does not act`

rule(
  {
    id: 'admission-plugins.off-by-default',
    level: 'MUST',
    says: 'The plugins that are listed as available but off by default are off when no flag says otherwise.',
    source: pluginRow('Available but off by default'),
    capability: 'plugin-effects',
    overlaps: true,
    faults: perPlugin('on-by-default', off, offTitle),
  },
  () => {
    test.for(cases(off))('%s does not act', async (plugin) => {
      expect(await actsNow(looks[plugin], await world()), `${plugin} acts`).toBe(false)
    })
  },
)

const unseen = [...onByDefault, ...offByDefault].filter((name) => !(name in looks))

excluded({
  id: 'admission-plugins.unseen',
  says: `Whether these are on cannot be told from what becomes of ordinary objects: ${unseen.join(', ')}.`,
  source: pluginRow('Enabled by default, plugins that are not seen'),
  excluded: {
    reason:
      'The documents say nothing of what plugins do, and the reference plays none of these. Their names are taken and refused like all others: flag.enable-admission-plugins.values, flag.disable-admission-plugins.values, admission.entry.name-registered.',
  },
})
