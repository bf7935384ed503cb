import { expect, test } from 'vitest'
import { HarnessError } from '../../errors.ts'
import { dialectOf } from '../../target/dialects.ts'
import { differencesOf, needsFlags, requirePresent } from '../version-differences.ts'
import { inDialectForm } from '../document-form.ts'
import type { MinorVersion } from '../version-range.ts'
import { kubernetes } from './index.ts'

const dialectOfVersion = (version: MinorVersion) =>
  dialectOf({ dialect: 'kubernetes', versions: { apiserver: version } })
const notApplicableError = (says: string) =>
  expect.objectContaining({ code: 'not-applicable', message: expect.stringContaining(says) })

test.each([
  ['1.33', 'apiserver.config.k8s.io/v1beta1'],
  ['1.34', 'apiserver.config.k8s.io/v1'],
  ['1.36', 'apiserver.config.k8s.io/v1'],
] as const)('version %s spells the v1 of authentication and tracing files as %s', (version, spelled) => {
  expect(
    dialectOfVersion(version).apiVersion('AuthenticationConfiguration', 'apiserver.config.orch.io/v1'),
  ).toBe(spelled)
  expect(dialectOfVersion(version).apiVersion('TracingConfiguration', 'apiserver.config.orch.io/v1')).toBe(
    spelled,
  )
  expect(
    dialectOfVersion(version).apiVersion('AuthorizationConfiguration', 'apiserver.config.orch.io/v1'),
  ).toBe('apiserver.config.k8s.io/v1')
})

test('a program that reports no version has the apiVersions and the differences of the usual version', () => {
  const dialectWithoutVersions = dialectOf({ dialect: 'kubernetes', versions: {} })
  expect(dialectWithoutVersions.apiVersion('TracingConfiguration', 'apiserver.config.orch.io/v1')).toBe(
    'apiserver.config.k8s.io/v1',
  )
  expect(differencesOf(dialectWithoutVersions, 'apiserver')).toEqual([])
})

const authorizationFile = (webhook: object) => ({
  apiVersion: 'apiserver.config.orch.io/v1',
  kind: 'AuthorizationConfiguration',
  authorizers: [{ webhook }],
})

test('a field that states the fixed behaviour of a version is omitted there, and stays elsewhere', () => {
  const file = authorizationFile({ cacheAuthorizedRequests: true, cacheUnauthorizedRequests: undefined })
  expect(inDialectForm(dialectOfVersion('1.33'), file)).toMatchObject({ authorizers: [{ webhook: {} }] })
  expect(JSON.stringify(inDialectForm(dialectOfVersion('1.33'), file))).not.toContain('cache')
  expect(inDialectForm(dialectOfVersion('1.34'), file)).toMatchObject({
    authorizers: [{ webhook: { cacheAuthorizedRequests: true } }],
  })
})

test('a field that a version lacks is not applicable, and the version is reported', () => {
  const file = authorizationFile({ cacheAuthorizedRequests: false })
  expect(() => inDialectForm(dialectOfVersion('1.33'), file)).toThrow(HarnessError)
  expect(() => inDialectForm(dialectOfVersion('1.33'), file)).toThrow(
    notApplicableError(
      'API server 1.33 does not have the field AuthorizationConfiguration.cacheAuthorizedRequests',
    ),
  )
})

test('the same word in another kind of file is a different field', () => {
  const file = { kind: 'EgressSelectorConfiguration', egressSelectorType: 'x' }
  expect(inDialectForm(dialectOfVersion('1.33'), file)).toEqual(file)
  expect(() =>
    inDialectForm(dialectOfVersion('1.33'), { ...file, kind: 'AuthenticationConfiguration' }),
  ).toThrow(notApplicableError('egressSelectorType'))
})

test('a flag and a gate that a version lacks are not applicable there', () => {
  const flags = { '--coordinated-leadership-retry-period': '2s' } as const
  expect(() => needsFlags(dialectOfVersion('1.33'), 'apiserver', flags)).toThrow(
    notApplicableError('absent before 1.34'),
  )
  expect(() => needsFlags(dialectOfVersion('1.34'), 'apiserver', flags)).not.toThrow()
  expect(() =>
    needsFlags(dialectOfVersion('1.33'), 'apiserver', { '--coordinated-leadership-retry-period': undefined }),
  ).not.toThrow()
  const agentDialect = dialectOf({ dialect: 'kubernetes', versions: { 'node-agent': '1.33' } })
  expect(() =>
    needsFlags(agentDialect, 'node-agent', { '--feature-gates': 'AllAlpha=true,EnvFiles=true' }),
  ).toThrow(notApplicableError('node agent 1.33 does not have the gate EnvFiles'))
  expect(() => requirePresent(agentDialect, 'apiserver', 'gate', 'EnvFiles')).not.toThrow()
})

test('the differences of each version list every name once', () => {
  for (const version of ['1.33', '1.34', '1.35', '1.36'] as const) {
    const versions = { apiserver: version, 'node-agent': version }
    for (const program of ['apiserver', 'node-agent'] as const) {
      const names = differencesOf(dialectOf({ dialect: 'kubernetes', versions }), program).map(
        ({ subject, name }) => `${subject} ${name}`,
      )
      expect(names).toEqual([...new Set(names)])
    }
  }
})

test('every deviation links to a line of the source', () => {
  expect(kubernetes.deviations.filter(({ link }) => !/#L\d+(-L\d+)?$/.test(link))).toEqual([])
})
