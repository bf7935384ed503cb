import { Environment } from '@marcbachmann/cel-js'
import { withRequest } from './request-environment.ts'
import { withStandard } from './standard.ts'

/** Variables that an expression may use. */
export type Scope = 'claims' | 'user' | 'request'

/** Provides the `sets` functions, which belong to a namespace and not to a value. */
class SetsNamespace {}

const isSubset = (inner: readonly unknown[], outer: readonly unknown[]) =>
  inner.every((element) => outer.includes(element))

/** Returns an environment with all functions and no variable. */
export function base(): Environment {
  const emptyEnvironment = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
  return withStandard(emptyEnvironment)
    .registerType('SetsNamespace', SetsNamespace)
    .registerConstant('sets', 'SetsNamespace', new SetsNamespace())
    .registerFunction('SetsNamespace.contains(list<dyn>, list<dyn>): bool', (_sets, a: [], b: []) =>
      isSubset(b, a),
    )
    .registerFunction(
      'SetsNamespace.equivalent(list<dyn>, list<dyn>): bool',
      (_sets, a: [], b: []) => isSubset(a, b) && isSubset(b, a),
    )
    .registerFunction('SetsNamespace.intersects(list<dyn>, list<dyn>): bool', (_sets, a: [], b: unknown[]) =>
      a.some((element) => b.includes(element)),
    )
}

const makers: Readonly<Record<Scope, () => Environment>> = {
  claims: () => base().registerVariable('claims', 'map<string, dyn>'),
  user: () =>
    base()
      .registerType('UserInfo', {
        fields: {
          username: 'string',
          uid: 'string',
          groups: 'list<string>',
          extra: 'map<string, list<string>>',
        },
      })
      .registerVariable('user', 'UserInfo'),
  request: () => withRequest(base()),
}

const environments = new Map<Scope, Environment>()

/** Returns the environment of a scope, which is created on first use. */
export function environment(scope: Scope): Environment {
  const environment = environments.get(scope) ?? makers[scope]()
  environments.set(scope, environment)
  return environment
}
