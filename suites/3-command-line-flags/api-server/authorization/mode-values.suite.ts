import { accepts, type NamedCases, formerly, refuses, rulesOf, says, test } from '#kit'
import { file, type Flags } from '#kit/launch.ts'
import { expectAccepted, expectRefusal, startOutcome, startServer } from '../../../shared/api-server.ts'
import { Caller } from '../../../shared/authorization/callers.ts'
import { specWithAllPeers } from './modes-together.ts'
import { flagRow } from '../../../shared/flags/place.ts'

const { must, unspecified } = rulesOf({ overlaps: true })

const flag = '--authorization-mode'
const specWithModes = specWithAllPeers()

must('flag.authorization-mode.values', flagRow(flag, 'values'), () => {
  says('The modes are AlwaysAllow, AlwaysDeny, ABAC, Webhook, RBAC and Node.')
  accepts('all six modes in any order', async () => {
    await expectAccepted(await specWithModes('Node,RBAC,ABAC,Webhook,AlwaysAllow,AlwaysDeny'))
  }).sees('legal-value-refused-authorization-mode')

  accepts({ title: 'all six modes in reverse order', id: 'them the other way round' }, async () => {
    await expectAccepted(await specWithModes('AlwaysDeny,AlwaysAllow,Webhook,ABAC,RBAC,Node'))
  }).sees('authorization-modes-in-one-order-only')

  const wrongModes = {
    'a mode that does not exist': 'ABAC,AlwaysMaybe,Webhook',
    'a mode in lower case': 'ABAC,webhook,Webhook',
  }

  refuses
    .for(wrongModes)('%s', async (modes) => {
      await expectRefusal(await specWithModes(modes), 'authorization-mode')
    })
    .sees('values-unchecked-authorization-mode')
})

must('flag.authorization-mode.default', flagRow(flag, 'default'), () => {
  says('Without the flag and without --authorization-config, everything is allowed.')
  test(
    {
      title: 'any authenticated user is allowed without a flag about authorization',
      id: 'anybody who is known is allowed when no flag says otherwise',
    },
    async () => {
      // Requests a path that always requires authorization.
      await Caller.of(await startServer({}), 'anybody').expectAllowed('/debug/pprof/')
    },
  ).sees('authorization-mode-default-denies')
})

must(
  'flag.authorization-policy-file.json',
  {
    ...flagRow('--authorization-policy-file', 'JSON lines'),
    twin: 'flag.authorization-mode.values/accepts-all-six-modes-in-any-order',
  },
  () => {
    says('The policy file holds one JSON object a line.')
    refuses(
      {
        title: 'a policy file with a line that is not JSON',
        id: 'a policy file with a line that is no JSON',
      },
      async () => {
        const brokenPolicy = file('policy.jsonl', 'everybody may do everything\n', { verbatim: true })
        const policy = { '--authorization-policy-file': brokenPolicy }
        await expectRefusal(await specWithModes('ABAC,Webhook', policy), 'policy')
      },
    ).sees('broken-policy-line-ignored')
  },
)

must(
  'flag.authorization-webhook-version.exists',
  {
    ...flagRow('--authorization-webhook-version', 'values'),
    twin: 'flag.authorization-mode.values/accepts-all-six-modes-in-any-order',
  },
  () => {
    says('The version is a version of SubjectAccessReview.')
    refuses('a version that does not exist', async () => {
      const version = { '--authorization-webhook-version': 'v99' }
      await expectRefusal(await specWithModes('ABAC,Webhook', version), 'version')
    }).sees('authorization-webhook-version-unchecked')
  },
)

unspecified('flag.authorization-mode.odd-combinations', flagRow(flag, 'combinations'), () => {
  says(
    'Unspecified: whether a mode may be listed twice, lack its file, or be missing although its file is given.',
  )
  const policy = '--authorization-policy-file'
  const webhook = '--authorization-webhook-config-file'
  const unspecifiedModes: NamedCases<{ modes: string; changes?: Flags }> = {
    'a mode without a name': { modes: 'ABAC,,Webhook' },
    'a duplicate mode': formerly('a mode that stands twice', { modes: 'ABAC,Webhook,ABAC' }),
    'ABAC without a policy file': { modes: 'ABAC,Webhook', changes: { [policy]: undefined } },
    'Webhook without its file': { modes: 'ABAC,Webhook', changes: { [webhook]: undefined } },
    'a policy file without ABAC': { modes: 'Webhook' },
    'a webhook file without Webhook': { modes: 'ABAC' },
  }

  test.for(unspecifiedModes)(
    { title: 'observes whether %s is accepted', id: 'whether %s is accepted is recorded' },
    async ({ modes, changes }, check) => {
      const { outcome } = await startOutcome(await specWithModes(modes, changes))
      check.observe(modes, outcome)
    },
  )
})
