import { fault } from '../../quirks/quirks.ts'
import type { Authorizer } from './authorizer.ts'

const readable = ['nodes', 'pods', 'services', 'configmaps', 'secrets']
const reading = ['get', 'list', 'watch']

/**
 * Permits node agents to read the objects that they run and to update their own node. The exact rules are not
 * documented.
 */
export const nodeAuthorizer = (): Authorizer => ({
  async decide({ user, verb, resource }) {
    const isNode = user.groups.includes('system:nodes') && user.username.startsWith('system:node:')
    if (!isNode || resource === undefined) return { verdict: 'no opinion' }
    const name = user.username.slice('system:node:'.length)
    const isOwn = resource.resource === 'nodes' && (resource.name === name || verb === 'create')
    const may = isOwn || (readable.includes(resource.resource) && reading.includes(verb))
    return { verdict: may && !fault('node-grants-nothing') ? 'allow' : 'no opinion' }
  },
})
