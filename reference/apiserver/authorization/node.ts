import { fault } from '../../quirks/quirks.ts'
import type { Authorizer } from './authorizer.ts'

const readableResources = ['nodes', 'pods', 'services', 'configmaps', 'secrets']
const readVerbs = ['get', 'list', 'watch']

/**
 * Permits node agents to read the resources that they need, and to update their own node. The exact rules are not
 * documented.
 */
export const nodeAuthorizer = (): Authorizer => ({
  async decide({ user, verb, resource }) {
    const isNode = user.groups.includes('system:nodes') && user.username.startsWith('system:node:')
    if (!isNode || resource === undefined) return { verdict: 'no opinion' }
    const name = user.username.slice('system:node:'.length)
    const isOwnNode = resource.resource === 'nodes' && (resource.name === name || verb === 'create')
    const isAllowed = isOwnNode || (readableResources.includes(resource.resource) && readVerbs.includes(verb))
    return { verdict: isAllowed && !fault('node-grants-nothing') ? 'allow' : 'no opinion' }
  },
})
