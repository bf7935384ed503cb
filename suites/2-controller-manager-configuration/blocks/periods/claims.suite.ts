import { becomesTrue, expect, nowMs, test } from '#kit'
import { ignoringFault } from '../../../shared/controller-manager/leaves.ts'
import { requireFields, declareFieldRule } from '../field.ts'
import { requestsSince, expectPace, expectWithinPeriod } from '../requests.ts'
import { isBound, putVolume } from '../volumes/claims.ts'
import type { ManagerFixture } from '../fixture.ts'
import { binderPeriod, fixtures } from './managers.ts'

const withinMs = 10_000

declareFieldRule(
  {
    field: binderPeriod,
    aspect: 'period',
    says: 'Unbound claims are re-evaluated once per sync period.',
    waits: true,
  },
  () => {
    test
      .for(fixtures)(
        {
          title: 'binds a claim within %s to a volume that was created later',
          id: 'binds a claim within %s to a volume that came after it',
        },
        async ({ seen: request, periodsMs }) => {
          requireFields(binderPeriod)
          await expectServed(await request(), 'first-served', periodsMs[binderPeriod] ?? 0)
        },
      )
      .sees(ignoringFault(binderPeriod))

    test
      .for(fixtures)(
        {
          title: 'emits an event for an unbound claim once in %s',
          id: 'tells of an unbound claim once in %s',
        },
        async ({ seen: request, periodsMs }) => {
          requireFields(binderPeriod)
          const managerFixture = await request()
          const periodMs = periodsMs[binderPeriod] ?? 0
          const eventTimes = () =>
            requestsSince(managerFixture.api, managerFixture.readyMs, {
              verb: ['create', 'patch', 'update'],
              resource: 'events',
            })
              .filter(({ name, body }) => `${name} ${JSON.stringify(body ?? '')}`.includes('unbound'))
              .map(({ atMs }) => atMs)
              .slice(1)

          // Events are optional, so a program without events is judged only by the binding.
          const hasEvents = await becomesTrue(() => eventTimes().length > 0, withinMs)
          await (hasEvents
            ? expectPace(managerFixture, eventTimes, { what: 'an event about the claim', periodMs })
            : expectServed(managerFixture, 'second-served', periodMs))
        },
      )
      .sees(ignoringFault(binderPeriod))
  },
)

/** Expects that a claim is bound within the period once a matching volume exists. */
async function expectServed(managerFixture: ManagerFixture, name: string, periodMs: number): Promise<void> {
  const { api } = managerFixture
  const fromMs = nowMs()
  putVolume(api, name, `class-of-${name}`)
  const becameBound = await becomesTrue(() => isBound(api, name), withinMs)
  const atMs = nowMs()

  expect(becameBound, 'whether the claim is bound').toBe(true)
  expectWithinPeriod(managerFixture, { what: 'the claim is bound', periodMs, changedMs: fromMs, atMs })
}
