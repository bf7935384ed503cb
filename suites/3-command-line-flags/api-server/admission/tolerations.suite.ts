import { expect, rulesOf, says, test } from '#kit'
import type { PluginFixture } from '../../../shared/admission/plugin-fixture.ts'
import { pod, podSpec } from '../../../shared/admission/pod-probes.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { conditions } from './toleration-flags.ts'
import { defaultPluginServer, serverInOrder, serverInReverseOrder } from './plugin-servers.ts'

const { must } = rulesOf({ capability: 'plugin-effects', overlaps: true })

/** Returns the seconds of the NoExecute tolerations of a condition on a new pod. */
async function secondsOf(
  fixture: PluginFixture,
  key: string,
  ownTolerations: readonly object[] = [],
): Promise<unknown[]> {
  const path = `/api/v1/namespaces/${await fixture.space('tolerating')}/pods`
  const createdPod = podSpec(await fixture.requestCreation(path, pod({ tolerations: ownTolerations })))
  return (createdPod?.tolerations ?? [])
    .filter(({ key: name, effect }) => name === fixture.spellingOf(key) && effect === 'NoExecute')
    .map(({ tolerationSeconds }) => tolerationSeconds)
}

const serverFixture = serverInOrder

for (const [condition, seconds] of Object.entries(conditions)) {
  const flag = `--default-${condition}-toleration-seconds`
  const key = `node.orch.io/${condition}`
  const otherCondition = Object.keys(conditions).find((each) => each !== condition)
  must(`flag.default-${condition}-toleration-seconds.added`, flagRow(flag, 'meaning'), () => {
    says(`Pods that have no toleration of ${condition}:NoExecute get one of ${flag}, 300 by default.`)
    test(
      {
        title: 'a pod without the toleration gets a toleration of 300 seconds',
        id: 'a pod without the toleration gets one of 300 seconds',
      },
      async () => {
        expect(await secondsOf(await defaultPluginServer(), key)).toEqual([300])
      },
    ).sees(`${condition}-toleration-default-differs`)

    test(
      {
        title: 'a pod without the toleration gets a toleration with the configured seconds',
        id: 'a pod without the toleration gets one of the given seconds',
      },
      async () => {
        expect(await secondsOf(await serverFixture(), key)).toEqual([seconds])
      },
    ).sees(`${condition}-toleration-flag-ignored`)

    test(
      {
        title: 'a pod that has the toleration gets no second toleration',
        id: 'a pod that has the toleration gets no other',
      },
      async () => {
        const ownToleration = { key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }

        expect(await secondsOf(await serverFixture(), key, [ownToleration])).toEqual([5])
      },
    ).sees(`${condition}-toleration-added-twice`)

    test(
      {
        title: `a pod that has only the toleration of ${otherCondition} also gets the toleration of ${condition}`,
        id: `a pod that has only the toleration of ${otherCondition} gets one`,
      },
      async () => {
        const otherToleration = {
          key: `node.orch.io/${otherCondition}`,
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: 5,
        }

        expect(await secondsOf(await serverFixture(), key, [otherToleration])).toEqual([seconds])
      },
    ).sees(`${condition}-toleration-only-if-none`)

    test
      .for({ NoSchedule: 'NoSchedule', PreferNoSchedule: 'PreferNoSchedule' })(
        {
          title: `a pod that tolerates ${condition} only with the effect %s gets the toleration`,
          id: `a pod with the effect %s only gets one`,
        },
        async (effect) => {
          const ownToleration = { key, operator: 'Exists', effect }

          expect(await secondsOf(await serverFixture(), key, [ownToleration])).toEqual([seconds])
        },
      )
      .sees(`${condition}-toleration-effect-ignored`)

    test(
      { title: 'a pod gets a toleration of 0 seconds if the flag is 0', id: 'a pod gets one of 0 seconds' },
      async () => {
        expect(await secondsOf(await serverInReverseOrder(), key)).toEqual([0])
      },
    ).sees(`${condition}-toleration-zero-ignored`, `${condition}-toleration-flag-ignored`)
  })
}
