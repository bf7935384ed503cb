import { becomesTrue, expect, refuses, rulesOf, says, test, until } from '#kit'
import type { HttpAnswer } from '#kit/clients.ts'
import type { ApiServer } from '#harness/programs/api-server.ts'
import { allow, noOpinion } from '#mocks/webhook-authorizer/index.ts'
import { Caller } from '../../../shared/authorization/callers.ts'
import { flagRow } from '../../../shared/flags/place.ts'
import { mergePatchHeaders } from '../../../shared/merge-patch.ts'
import { sharedAuthorizers } from '../../../shared/peers.ts'
import { modeServer } from './mode-server.ts'
import { type Grant, grantReading } from './roles.ts'

const { must } = rulesOf({ overlaps: true })

const flag = '--authorization-mode'
// Long enough for a server to observe a new role.
const roleWithinMs = 10_000
const forbiddenStatus = 403
const roles = modeServer(sharedAuthorizers(), 'before-roles', () => ({ [flag]: 'Webhook,RBAC,Node' }))

must('flag.authorization-mode.rbac-and-node', flagRow(flag, 'RBAC, Node'), () => {
  says('RBAC and Node are authorizers of their own: neither allows everything.')
  const path = '/api/v1/namespaces/default/configmaps'
  const roleOf = '/api/v1/namespaces/default/services'
  const secretsPath = '/api/v1/namespaces/default/secrets'

  test(
    {
      title: 'a request that the mode before RBAC and Node allows is allowed',
      id: 'what the mode before them allows is allowed',
    },
    async () => {
      expect(await (await roles.caller({ answer: allow() })).outcome()).toMatchObject({
        decision: 'allowed',
        calls: 1,
      })
    },
  ).sees('legal-value-refused-authorization-mode')

  refuses(
    { title: 'a user whom neither RBAC nor Node allows', id: 'somebody whom neither knows' },
    async () => {
      expect(await (await roles.caller({ answer: noOpinion() })).outcome(path)).toMatchObject({
        decision: 'refused',
        calls: 1,
      })
    },
  ).sees('node-allows-everything')

  test(
    {
      title: 'RBAC allows the subjects of a role the requests that the role permits',
      id: 'RBAC allows whom a role is bound to, and what it grants',
    },
    async (check) => {
      check.needs('objects-of-groups')
      const [grantedCaller, other] = [
        await roles.caller({ answer: noOpinion() }),
        await roles.caller({ answer: noOpinion() }),
      ]
      await grantReading(await roles.server(), grantedCaller.caller.name, 'services')
      // Waits until the role takes effect.
      await until(async () => (await grantedCaller.outcome(roleOf)).decision === 'allowed', {
        withinMs: roleWithinMs,
        what: 'the role was followed',
      }).catch(() => {})

      expect(await grantedCaller.outcome(roleOf), 'what the role grants').toMatchObject({
        decision: 'allowed',
      })
      expect(await grantedCaller.outcome(secretsPath), 'what it does not').toMatchObject({
        decision: 'refused',
      })
      expect(await other.outcome(roleOf), 'somebody else').toMatchObject({ decision: 'refused' })
    },
  ).sees('rbac-grants-nothing')

  test(
    {
      title: 'Node allows a node to read only its own object',
      id: 'Node allows a node to ask for itself, and nobody else',
    },
    async (check) => {
      check.needs('organizations-are-groups')
      check.needs('objects-of-groups')
      const server = await roles.server()
      const node = Caller.of(server, 'system:node:node-1', ['system:nodes'])
      const userWithNodeName = Caller.of(server, 'system:node:node-1', ['crew'])
      for (const { name } of [node, userWithNodeName])
        (await roles.webhook()).about(name).answer({ review: noOpinion() })

      // Reports whether a request for a node is allowed. The node need not exist.
      const isAllowed = async (caller: Caller): Promise<boolean> =>
        (await caller.send('/api/v1/nodes/node-1')).status !== forbiddenStatus
      expect(await isAllowed(node), 'whether the node may ask').toBe(true)
      expect(await isAllowed(userWithNodeName), 'whether somebody of its name may').toBe(false)
    },
  ).sees('node-grants-nothing')
})

/** Changes after which a role no longer grants a user a request. */
const withdrawals: Readonly<Record<string, (server: ApiServer, grant: Grant) => Promise<HttpAnswer>>> = {
  'the binding was deleted': (server, { binding }) => server.request({ method: 'DELETE', path: binding }),
  'the binding has other subjects': (server, { binding }) => changeBy(server, binding, { subjects: [] }),
  'the role has other rules': (server, { role }) => changeBy(server, role, { rules: [] }),
}

const changeBy = (server: ApiServer, path: string, body: object): Promise<HttpAnswer> =>
  server.request({ method: 'PATCH', path, headers: mergePatchHeaders, body: JSON.stringify(body) })

must(
  'flag.authorization-mode.rbac-later',
  { ...flagRow(flag, 'RBAC, changed roles'), capability: 'objects-of-groups', waits: true },
  () => {
    says('RBAC allows what roles grant as long as they grant it.')
    test
      .for(withdrawals)({ title: 'a request is refused once %s', id: '%s' }, async (withdraw) => {
        const path = '/api/v1/namespaces/default/services'
        const [server, judgedCaller] = [await roles.server(), await roles.caller({ answer: noOpinion() })]
        const decides = (decision: string) => async () =>
          (await judgedCaller.outcome(path)).decision === decision
        const grant = await grantReading(server, judgedCaller.caller.name, 'services')
        expect(await becomesTrue(decides('allowed'), roleWithinMs), 'allowed by the role').toBe(true)
        const { status } = await withdraw(server, grant)

        expect(status, 'the status of the change').toBe(200)
        expect(await becomesTrue(decides('refused'), roleWithinMs), 'refused after the change').toBe(true)
      })
      .sees('rbac-grants-remembered')
  },
)
