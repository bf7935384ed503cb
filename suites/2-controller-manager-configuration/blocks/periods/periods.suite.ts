import { becomesTrue, expect, nowMs, test } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { requestsSince, expectPace, expectWithinPeriod } from '../requests.ts'
import { untilQuiet } from '../fixture.ts'
import { finalizeVerbs, namespacesField, quotaField, fixtures } from './managers.ts'

const withinMs = 10_000

declareFieldRule(
  {
    field: quotaField,
    aspect: 'period',
    says: 'What others write into the usage of a quota is corrected within the sync period.',
    waits: true,
  },
  () => {
    test
      .for(fixtures)(
        { title: 'corrects the usage of a quota within %s', id: 'corrects a usage within %s' },
        async ({ seen: request, periodsMs }) => {
          requireFields(quotaField)
          const managerFixture = await request()
          const { api } = managerFixture
          const usedPods = () => {
            const status = api.hand.get({ resource: 'resourcequotas', name: 'judged' })?.status
            return (status as { used?: { pods?: string } } | undefined)?.used?.pods
          }
          await becomesTrue(() => usedPods() === '0', withinMs)
          await untilQuiet(
            () => requestsSince(api, 0, { verb: 'update', resource: 'resourcequotas/status' }).length,
          )
          const fromMs = nowMs()
          api.hand.patch({ resource: 'resourcequotas', name: 'judged' }, { status: { used: { pods: '7' } } })
          await becomesTrue(() => usedPods() === '0', withinMs)
          const correction = requestsSince(api, fromMs, {
            verb: ['update', 'patch'],
            resource: 'resourcequotas/status',
          })[0]

          expect(correction, 'the correction').toBeDefined()
          expectWithinPeriod(managerFixture, {
            what: 'the usage is corrected',
            periodMs: periodsMs[quotaField] ?? 0,
            changedMs: fromMs,
            atMs: correction?.atMs ?? fromMs,
          })
        },
      )
      .sees(ignoringFault(quotaField))
  },
)

declareFieldRule(
  {
    field: namespacesField,
    aspect: 'period',
    says: 'Terminating namespaces are re-evaluated once per sync period.',
    waits: true,
    limitMs: 60_000,
  },
  () => {
    test
      .for(fixtures)(
        { title: 'evaluates a terminating namespace once in %s', id: 'looks at a namespace once in %s' },
        async ({ seen: request, periodsMs }) => {
          requireFields(namespacesField)
          const managerFixture = await request()
          const evaluations = () =>
            ['namespaces', 'namespaces/finalize']
              .flatMap((resource) =>
                requestsSince(managerFixture.api, managerFixture.readyMs, {
                  verb: finalizeVerbs,
                  resource,
                  name: 'lingering',
                }),
              )
              .map(({ atMs }) => atMs)
              .toSorted((one, other) => one - other)
              // Requests within one round do not show a period.
              .filter((atMs, index, all) => index > 0 && atMs - (all[index - 1] ?? 0) > 500)

          await expectPace(managerFixture, evaluations, {
            what: 'a look at the namespace',
            periodMs: periodsMs[namespacesField] ?? 0,
            periods: 2,
            firstEventTimeoutMs: 15_000,
          })
        },
      )
      .sees(ignoringFault(namespacesField))
  },
)
