import type { PolicyRule } from '../../../../shared/audit/policy.ts'

/** Request of `alice` or another user of the cases, if the case names no user. */
export interface CaseRequest {
  readonly method: string
  readonly path: string
  readonly as?: string
}

/** Requests that a rule condition selects, and others that it does not. The case's own user sends all of them. */
export interface PolicyCase {
  /** Rules without a user apply to the case's own user. */
  readonly rules: readonly PolicyRule[]
  readonly recorded: readonly CaseRequest[]
  readonly unrecorded: readonly CaseRequest[]
  /** Faults that break it, in addition to those that break every case. */
  readonly faults: readonly string[]
}

const get = (path: string, as?: string): CaseRequest => ({
  method: 'GET',
  path,
  ...(as !== undefined && { as }),
})
const put = (path: string): CaseRequest => ({ method: 'PUT', path })
const things = (group: string, rest = 'things') => `/apis/${group}.example/v1/namespaces/x/${rest}`
const level = 'Metadata'
const rule = (rest: Omit<PolicyRule, 'level'>): PolicyRule[] => [{ level, ...rest }]
const resources = (group: string, ...names: string[]) => [{ group: `${group}.example`, resources: names }]

// With this fault, rules of other users apply too, and some of those select nearly everything.
const users = 'audit-policy-users-ignored'

/** Case for each rule condition. Each has a separate API group or path. */
export const policyCases: Readonly<Record<string, PolicyCase>> = {
  users: {
    rules: rule({ users: ['alice'], nonResourceURLs: ['/case/users'] }),
    recorded: [get('/case/users', 'alice')],
    unrecorded: [get('/case/users', 'bob')],
    faults: [users],
  },
  'groups of users': {
    rules: rule({ userGroups: ['crew', 'nobody'], nonResourceURLs: ['/case/groups'] }),
    recorded: [get('/case/groups', 'alice')],
    unrecorded: [get('/case/groups', 'bob')],
    faults: ['audit-policy-groups-ignored', users],
  },
  verbs: {
    rules: rule({ verbs: ['update'], resources: resources('verbs', 'things') }),
    recorded: [put(things('verbs', 'things/one'))],
    unrecorded: [get(things('verbs', 'things/one')), get(things('verbs'))],
    faults: ['audit-policy-verbs-ignored'],
  },
  'a resource': {
    rules: rule({ resources: resources('one', 'things') }),
    recorded: [get(things('one')), get(things('one', 'things/one'))],
    unrecorded: [get(things('one', 'gadgets'))],
    faults: ['audit-policy-resources-ignored'],
  },
  'a resource of a group': {
    rules: rule({ resources: resources('ours', 'things') }),
    recorded: [get(things('ours'))],
    unrecorded: [get(things('theirs'))],
    faults: ['audit-policy-resource-group-ignored'],
  },
  'all resources of a group': {
    rules: rule({ resources: [{ group: 'all.example' }] }),
    recorded: [get(things('all')), get(things('all', 'gadgets/one/scale'))],
    unrecorded: [get(things('others'))],
    faults: ['audit-policy-resource-group-ignored'],
  },
  'names of resources': {
    rules: rule({ resources: [{ group: 'names.example', resources: ['things'], resourceNames: ['one'] }] }),
    recorded: [get(things('names', 'things/one'))],
    unrecorded: [get(things('names', 'things/two')), get(things('names'))],
    faults: ['audit-policy-resource-names-ignored'],
  },
  'a resource without its subresources': {
    rules: rule({ resources: resources('bare', 'things') }),
    recorded: [get(things('bare', 'things/one'))],
    unrecorded: [get(things('bare', 'things/one/status'))],
    faults: ['audit-policy-subresources-included', 'audit-policy-resources-ignored'],
  },
  'a subresource': {
    rules: rule({ resources: resources('sub', 'things/status') }),
    recorded: [get(things('sub', 'things/one/status'))],
    unrecorded: [get(things('sub', 'things/one')), get(things('sub', 'things/one/scale'))],
    faults: ['audit-policy-resources-ignored'],
  },
  'all subresources of a resource': {
    rules: rule({ resources: resources('subs', 'things/*') }),
    recorded: [get(things('subs', 'things/one/status')), get(things('subs', 'things/one/scale'))],
    unrecorded: [get(things('subs', 'gadgets/one/status'))],
    faults: ['audit-policy-resource-wildcards-literal', 'audit-policy-resources-ignored'],
  },
  'a subresource of all resources': {
    rules: rule({ resources: resources('scales', '*/scale') }),
    recorded: [get(things('scales', 'things/one/scale')), get(things('scales', 'gadgets/one/scale'))],
    unrecorded: [get(things('scales', 'things/one/status')), get(things('scales', 'things/one'))],
    faults: ['audit-policy-resource-wildcards-literal', 'audit-policy-resources-ignored'],
  },
  'all resources and subresources': {
    rules: rule({ resources: resources('star', '*') }),
    recorded: [get(things('star')), get(things('star', 'things/one/status'))],
    unrecorded: [get('/case/star')],
    faults: ['audit-policy-resource-wildcards-literal', users],
  },
  namespaces: {
    rules: rule({ namespaces: ['case-ours'] }),
    recorded: [get('/apis/spaces.example/v1/namespaces/case-ours/things')],
    unrecorded: [get('/apis/spaces.example/v1/namespaces/case-theirs/things'), get('/case/namespaces')],
    faults: ['audit-policy-namespaces-ignored', users],
  },
  'what is in no namespace': {
    rules: rule({ namespaces: [''] }),
    recorded: [get('/apis/cluster.example/v1/things')],
    unrecorded: [get('/apis/cluster.example/v1/namespaces/case-theirs/things')],
    faults: ['audit-policy-namespaces-ignored'],
  },
  'a path': {
    rules: rule({ nonResourceURLs: ['/case/path'] }),
    recorded: [get('/case/path')],
    unrecorded: [get('/case/path/below'), get('/case/pat')],
    faults: ['audit-policy-urls-ignored', users],
  },
  'paths below one': {
    rules: rule({ nonResourceURLs: ['/case/tree/*'] }),
    recorded: [get('/case/tree/a'), get('/case/tree/a/b')],
    unrecorded: [get('/case/trees')],
    faults: ['audit-policy-urls-ignored', 'audit-policy-url-wildcards-literal', users],
  },
  'conditions that hold together': {
    rules: rule({ verbs: ['update'], namespaces: ['case-both'] }),
    recorded: [put('/apis/both.example/v1/namespaces/case-both/things/one')],
    unrecorded: [
      get('/apis/both.example/v1/namespaces/case-both/things/one'),
      put('/apis/both.example/v1/namespaces/case-theirs/things/one'),
    ],
    faults: ['audit-policy-verbs-ignored', 'audit-policy-namespaces-ignored'],
  },
  'the first rule that matches': {
    rules: [
      { level: 'None', nonResourceURLs: ['/case/first/none'] },
      { level, nonResourceURLs: ['/case/first/none', '/case/first/some'] },
      { level: 'None', nonResourceURLs: ['/case/first/some'] },
    ],
    recorded: [get('/case/first/some')],
    unrecorded: [get('/case/first/none')],
    faults: ['audit-policy-last-match-wins', 'audit-policy-none-recorded', 'audit-policy-urls-ignored'],
  },
}

/** Returns the user that sends the requests of a case. */
export function caseUser(name: string): string {
  return `case-${name.replaceAll(' ', '-')}`
}
