/** Returns a pod in the block style of YAML, which is not JSON. */
export function yamlPod(name: string): string {
  return [
    'apiVersion: v1',
    'kind: Pod',
    `metadata: # the pod ${name}`,
    `  name: ${name}`,
    'spec:',
    '  containers:',
    '    - name: app',
    "      image: 'registry.example/app:1'",
    '      command:',
    '        - serve',
    '',
  ].join('\n')
}
