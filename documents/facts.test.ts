import { expect, test } from 'vitest'
import { outline, sections } from './documents.ts'
import { factsOf, pageOf } from './facts.ts'

test('the facts of a row are its type, default and place', () => {
  expect(
    factsOf({
      key: '--event-burst',
      type: 'int32',
      default: '100',
      deprecated: 'C',
      file: { field: '/eventBurst' },
    }),
  ).toBe(
    'int32, default 100, /eventBurst of the configuration file, deprecated in favour of the configuration file',
  )
  expect(
    factsOf({
      key: 'url',
      path: 'jwt.1.issuer.url',
      requirement: { fault: 'f' },
      unit: 'share',
      default: '',
    }),
  ).toBe('share, default empty, required, at jwt[].issuer.url of the file')
  expect(factsOf({ key: 'A', stage: 'ALPHA', default: false, isOptional: true, deprecated: 'R' })).toBe(
    'alpha, default false, optional, deprecated, and will be removed',
  )
  expect(factsOf({ key: '--help', type: '-' })).toBe('')
  expect(factsOf({ key: 'x', isOpen: true })).toBe('left open by the document')
})

test('a row has the page of its type, of its section or of its program', () => {
  const section = { document: 1, section: 'S', rows: [] } as const
  const field = { key: 'url', of: 'Issuer', path: 'jwt.1.issuer.url' }

  expect(pageOf({ ...section, page: { types: 'group-v1' } }, field, 'apiserver')).toBe(
    'https://kubernetes.io/docs/reference/config-api/apiserver-config.v1/#group-v1-Issuer',
  )
  expect(pageOf({ ...section, page: { address: 'reference/x/' } }, field, 'apiserver')).toBe(
    'https://kubernetes.io/docs/reference/x/',
  )
  expect(pageOf({ ...section, document: 3 }, { key: 'x' }, 'node-agent')).toBe(
    'https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/',
  )
})

test('each row has a page of the Kubernetes documentation, and each flag has its type', () => {
  expect(
    outline().filter(({ page = '' }) => !/^https:\/\/kubernetes\.io\/docs\/reference\/./.test(page)),
  ).toEqual([])
  const flags = sections.flatMap(({ rows }) => rows.filter(({ flag }) => flag !== undefined))
  expect(flags.filter(({ type }) => type === undefined)).toEqual([])
  expect(flags).toHaveLength(295)
})
