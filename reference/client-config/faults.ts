/** Defects in reading and using a client configuration file. */
export const clientFaults = {
  'client-config-current-context-ignored': 'client configuration: the first context counts',
  'client-config-server-path-cut': 'client configuration: the path of the server ends after its first part',
  'client-config-server-not-verified': 'client configuration: any server is trusted',
  'client-config-insecure-ignored': 'client configuration: insecure-skip-tls-verify does not matter',
  'client-config-certificate-not-shown': 'client configuration: the certificate is not shown',
  'client-config-token-not-sent': 'client configuration: the token is not sent',
  'client-config-token-invented': 'client configuration: without a token one is made up',
} as const
