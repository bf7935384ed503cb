import type { PolicyRule } from '../../../../shared/audit/policy.ts'

/** Request of a case. Default user: the case's own user. */
export interface CaseRequest {
  readonly method: string
  readonly path: string
  readonly user?: string
}

/** Requests that a rule condition selects, and requests that it does not select. */
export interface PolicyCase {
  /** Words after "selects" in the title; default: the name of the case. */
  readonly title?: string
  /** Rules without a user apply to the case's own user. */
  readonly rules: readonly PolicyRule[]
  readonly recordedRequests: readonly CaseRequest[]
  readonly unrecordedRequests: readonly CaseRequest[]
  /** Faults that break the case, in addition to the faults that break every case. */
  readonly faults: readonly string[]
}

const getRequest = (path: string, user?: string): CaseRequest => ({
  method: 'GET',
  path,
  ...(user !== undefined && { user }),
})
const putRequest = (path: string): CaseRequest => ({ method: 'PUT', path })
const thingsPath = (group: string, rest = 'things') => `/apis/${group}.example/v1/namespaces/x/${rest}`
const level = 'Metadata'
const rule = (rest: Omit<PolicyRule, 'level'>): PolicyRule[] => [{ level, ...rest }]
const resources = (group: string, ...names: string[]) => [{ group: `${group}.example`, resources: names }]

// Fault that applies rules of other users, of which some select nearly everything.
const usersFault = 'audit-policy-users-ignored'

/** Cases, one for each rule condition, with separate API groups or paths. */
export const policyCases: Readonly<Record<string, PolicyCase>> = {
  users: {
    rules: rule({ users: ['alice'], nonResourceURLs: ['/case/users'] }),
    recordedRequests: [getRequest('/case/users', 'alice')],
    unrecordedRequests: [getRequest('/case/users', 'bob')],
    faults: [usersFault],
  },
  'groups of users': {
    rules: rule({ userGroups: ['crew', 'nobody'], nonResourceURLs: ['/case/groups'] }),
    recordedRequests: [getRequest('/case/groups', 'alice')],
    unrecordedRequests: [getRequest('/case/groups', 'bob')],
    faults: ['audit-policy-groups-ignored', usersFault],
  },
  verbs: {
    rules: rule({ verbs: ['update'], resources: resources('verbs', 'things') }),
    recordedRequests: [putRequest(thingsPath('verbs', 'things/one'))],
    unrecordedRequests: [getRequest(thingsPath('verbs', 'things/one')), getRequest(thingsPath('verbs'))],
    faults: ['audit-policy-verbs-ignored'],
  },
  'a resource': {
    rules: rule({ resources: resources('one', 'things') }),
    recordedRequests: [getRequest(thingsPath('one')), getRequest(thingsPath('one', 'things/one'))],
    unrecordedRequests: [getRequest(thingsPath('one', 'gadgets'))],
    faults: ['audit-policy-resources-ignored'],
  },
  'a resource of a group': {
    rules: rule({ resources: resources('ours', 'things') }),
    recordedRequests: [getRequest(thingsPath('ours'))],
    unrecordedRequests: [getRequest(thingsPath('theirs'))],
    faults: ['audit-policy-resource-group-ignored'],
  },
  'all resources of a group': {
    rules: rule({ resources: [{ group: 'all.example' }] }),
    recordedRequests: [getRequest(thingsPath('all')), getRequest(thingsPath('all', 'gadgets/one/scale'))],
    unrecordedRequests: [getRequest(thingsPath('others'))],
    faults: ['audit-policy-resource-group-ignored'],
  },
  'names of resources': {
    rules: rule({ resources: [{ group: 'names.example', resources: ['things'], resourceNames: ['one'] }] }),
    recordedRequests: [getRequest(thingsPath('names', 'things/one'))],
    unrecordedRequests: [getRequest(thingsPath('names', 'things/two')), getRequest(thingsPath('names'))],
    faults: ['audit-policy-resource-names-ignored'],
  },
  'a resource without its subresources': {
    rules: rule({ resources: resources('bare', 'things') }),
    recordedRequests: [getRequest(thingsPath('bare', 'things/one'))],
    unrecordedRequests: [getRequest(thingsPath('bare', 'things/one/status'))],
    faults: ['audit-policy-subresources-included', 'audit-policy-resources-ignored'],
  },
  'a subresource': {
    rules: rule({ resources: resources('sub', 'things/status') }),
    recordedRequests: [getRequest(thingsPath('sub', 'things/one/status'))],
    unrecordedRequests: [
      getRequest(thingsPath('sub', 'things/one')),
      getRequest(thingsPath('sub', 'things/one/scale')),
    ],
    faults: ['audit-policy-resources-ignored'],
  },
  'all subresources of a resource': {
    rules: rule({ resources: resources('subs', 'things/*') }),
    recordedRequests: [
      getRequest(thingsPath('subs', 'things/one/status')),
      getRequest(thingsPath('subs', 'things/one/scale')),
    ],
    unrecordedRequests: [getRequest(thingsPath('subs', 'gadgets/one/status'))],
    faults: ['audit-policy-resource-wildcards-literal', 'audit-policy-resources-ignored'],
  },
  'a subresource of all resources': {
    rules: rule({ resources: resources('scales', '*/scale') }),
    recordedRequests: [
      getRequest(thingsPath('scales', 'things/one/scale')),
      getRequest(thingsPath('scales', 'gadgets/one/scale')),
    ],
    unrecordedRequests: [
      getRequest(thingsPath('scales', 'things/one/status')),
      getRequest(thingsPath('scales', 'things/one')),
    ],
    faults: ['audit-policy-resource-wildcards-literal', 'audit-policy-resources-ignored'],
  },
  'all resources and subresources': {
    rules: rule({ resources: resources('star', '*') }),
    recordedRequests: [getRequest(thingsPath('star')), getRequest(thingsPath('star', 'things/one/status'))],
    unrecordedRequests: [getRequest('/case/star')],
    faults: ['audit-policy-resource-wildcards-literal', usersFault],
  },
  namespaces: {
    rules: rule({ namespaces: ['case-ours'] }),
    recordedRequests: [getRequest('/apis/spaces.example/v1/namespaces/case-ours/things')],
    unrecordedRequests: [
      getRequest('/apis/spaces.example/v1/namespaces/case-theirs/things'),
      getRequest('/case/namespaces'),
    ],
    faults: ['audit-policy-namespaces-ignored', usersFault],
  },
  'what is in no namespace': {
    title: 'requests without a namespace',
    rules: rule({ namespaces: [''] }),
    recordedRequests: [getRequest('/apis/cluster.example/v1/things')],
    unrecordedRequests: [getRequest('/apis/cluster.example/v1/namespaces/case-theirs/things')],
    faults: ['audit-policy-namespaces-ignored'],
  },
  'a path': {
    rules: rule({ nonResourceURLs: ['/case/path'] }),
    recordedRequests: [getRequest('/case/path')],
    unrecordedRequests: [getRequest('/case/path/below'), getRequest('/case/pat')],
    faults: ['audit-policy-urls-ignored', usersFault],
  },
  'paths below one': {
    title: 'paths below a path',
    rules: rule({ nonResourceURLs: ['/case/tree/*'] }),
    recordedRequests: [getRequest('/case/tree/a'), getRequest('/case/tree/a/b')],
    unrecordedRequests: [getRequest('/case/trees')],
    faults: ['audit-policy-urls-ignored', 'audit-policy-url-wildcards-literal', usersFault],
  },
  'conditions that hold together': {
    title: 'requests for which all conditions hold',
    rules: rule({ verbs: ['update'], namespaces: ['case-both'] }),
    recordedRequests: [putRequest('/apis/both.example/v1/namespaces/case-both/things/one')],
    unrecordedRequests: [
      getRequest('/apis/both.example/v1/namespaces/case-both/things/one'),
      putRequest('/apis/both.example/v1/namespaces/case-theirs/things/one'),
    ],
    faults: ['audit-policy-verbs-ignored', 'audit-policy-namespaces-ignored'],
  },
  'the first rule that matches': {
    title: 'the first rule that matches a request',
    rules: [
      { level: 'None', nonResourceURLs: ['/case/first/none'] },
      { level, nonResourceURLs: ['/case/first/none', '/case/first/some'] },
      { level: 'None', nonResourceURLs: ['/case/first/some'] },
    ],
    recordedRequests: [getRequest('/case/first/some')],
    unrecordedRequests: [getRequest('/case/first/none')],
    faults: ['audit-policy-last-match-wins', 'audit-policy-none-recorded', 'audit-policy-urls-ignored'],
  },
}

/** Returns the user that sends the requests of a case. */
export function caseUser(name: string): string {
  return `case-${name.replaceAll(' ', '-')}`
}
