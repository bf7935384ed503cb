import { Environment } from '@marcbachmann/cel-js'
import { withRequest } from './request-environment.ts'
import { withStandard } from './standard.ts'

/** Variables that an expression may use. */
export type Scope = 'claims' | 'user' | 'request'

/** Provides the `sets` functions, which belong to a namespace and not to a value. */
class SetsNamespace {}

const within = (inner: readonly unknown[], outer: readonly unknown[]) =>
  inner.every((element) => outer.includes(element))

/** Returns an environment with all functions and no variable. */
export function base(): Environment {
  const bare = new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
  return withStandard(bare)
    .registerType('SetsNamespace', SetsNamespace)
    .registerConstant('sets', 'SetsNamespace', new SetsNamespace())
    .registerFunction('SetsNamespace.contains(list<dyn>, list<dyn>): bool', (_sets, a: [], b: []) =>
      within(b, a),
    )
    .registerFunction(
      'SetsNamespace.equivalent(list<dyn>, list<dyn>): bool',
      (_sets, a: [], b: []) => within(a, b) && within(b, a),
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

const made = new Map<Scope, Environment>()

/** Returns the environment of a scope, created once. */
export function environment(scope: Scope): Environment {
  const environment = made.get(scope) ?? makers[scope]()
  made.set(scope, environment)
  return environment
}
