import { currentCheck, expect, HarnessError, rulesOf, says, test } from '#kit'
import { checkApi, managerOutcome, type ManagerSpec } from '../../shared/controller-manager.ts'
import { normalForm } from '../../shared/manager/normal-form.ts'
import { ignoringFault, managerLeaves } from '../../shared/controller-manager/leaves.ts'

const { must } = rulesOf({ document: 2, section: 'GenericControllerManagerConfiguration', overlaps: true })

const leavesWithDefault = managerLeaves.filter((leaf) => leaf.default !== undefined)

for (const { path: pointer, type, section, key: row, default: value } of leavesWithDefault) {
  const name = pointer.slice(1).replaceAll('/', '.')
  must(
    `manager.${ignoringFault(pointer).slice('field-ignored-'.length)}.default`,
    { section, row, aspect: 'default' },
    () => {
      says(`Where ${name} may be left out, it is ${JSON.stringify(value)}.`)
      test(
        {
          title: 'the field has the stated default when it is left out',
          id: 'has the stated default where it is left out',
        },
        async () => {
          await expectDefaultWhenOmitted({ omittedFields: [pointer] }, async (shown) => {
            expect(normalForm(type, shown(pointer).value)).toEqual(normalForm(type, value))
          })
        },
      ).sees(`field-default-differs-${ignoringFault(pointer).slice('field-ignored-'.length)}`)
    },
  )
}

must(
  'manager.generic.client-connection.accept-content-types.default',
  { row: 'acceptContentTypes', aspect: 'default' },
  () => {
    says('Where acceptContentTypes may be left out, clients send the Accept header application/json.')
    test(
      {
        title: 'sends application/json when acceptContentTypes is left out',
        id: 'sends application/json where it is left out',
      },
      async () => {
        const api = await checkApi()
        await expectDefaultWhenOmitted(
          { omittedFields: ['/Generic/ClientConnection/acceptContentTypes'], api },
          async () => {
            const requests = api.journal.filter(({ resource }) => resource !== '')
            expect([...new Set(requests.map(({ accept }) => accept))]).toEqual(['application/json'])
          },
          () => api.watches.length > 0,
        )
      },
    ).sees('field-default-differs-generic-client-connection-accept-content-types')
  },
)

type ReportedConfiguration = (pointer: string) => { readonly value?: unknown }

/** Expects a default if a field is omitted. A program may refuse the omission, which is not documented. */
async function expectDefaultWhenOmitted(
  spec: ManagerSpec,
  expectDefault: (shown: ReportedConfiguration) => Promise<void>,
  awaits?: () => boolean,
): Promise<void> {
  const readinessWait = awaits && { awaits: { what: 'the API server is watched', isTrue: awaits } }
  const { outcome, stderr, why, error } = await managerOutcome(
    { ...spec, ...readinessWait },
    async (manager) => {
      await expectDefault(await manager.configuration())
    },
  )
  if (outcome === 'ready') return
  if (outcome === 'refused') {
    currentCheck().observe('what leaving a field out does', 'refused')
    return
  }
  const message = why ?? `The program did not become ready without the field.\nLast output: ${stderr}`
  throw new HarnessError('crashed', message, { programError: error })
}
