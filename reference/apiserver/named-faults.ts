import sharedConfig from '../config/faults.json' with { type: 'json' }
import sharedServing from '../serving/faults.json' with { type: 'json' }
import sharedProgram from '../program/faults.json' with { type: 'json' }
import own from './faults.json' with { type: 'json' }
import admission from './admission/faults.json' with { type: 'json' }
import aggregator from './aggregator/faults.json' with { type: 'json' }
import audit from './audit/faults.json' with { type: 'json' }
import authentication from './authentication/faults.json' with { type: 'json' }
import authenticationJwt from './authentication/jwt/faults.json' with { type: 'json' }
import authenticationServiceAccounts from './authentication/service-accounts/faults.json' with {
  type: 'json',
}
import authorization from './authorization/faults.json' with { type: 'json' }
import authorizationWebhook from './authorization/webhook/faults.json' with { type: 'json' }
import cel from './cel/faults.json' with { type: 'json' }
import cluster from './cluster/faults.json' with { type: 'json' }
import config from './config/faults.json' with { type: 'json' }
import configAuthentication from './config/authentication/faults.json' with { type: 'json' }
import configAuthorization from './config/authorization/faults.json' with { type: 'json' }
import configEgress from './config/egress/faults.json' with { type: 'json' }
import configEncryption from './config/encryption/faults.json' with { type: 'json' }
import egress from './egress/faults.json' with { type: 'json' }
import enablement from './enablement/faults.json' with { type: 'json' }
import encryption from './encryption/faults.json' with { type: 'json' }
import flags from './flags/faults.json' with { type: 'json' }
import http from './http/faults.json' with { type: 'json' }
import lifecycle from './lifecycle/faults.json' with { type: 'json' }
import objects from './objects/faults.json' with { type: 'json' }
import peers from './peers/faults.json' with { type: 'json' }
import proxy from './proxy/faults.json' with { type: 'json' }
import services from './services/faults.json' with { type: 'json' }
import serving from './serving/faults.json' with { type: 'json' }
import storage from './storage/faults.json' with { type: 'json' }
import tracing from './tracing/faults.json' with { type: 'json' }

/**
 * Faults of the API server, each with the row that it breaks and its effect, except faults that are made from tables.
 */
export const namedFaults = {
  ...sharedConfig,
  ...sharedServing,
  ...sharedProgram,
  ...own,
  ...admission,
  ...aggregator,
  ...audit,
  ...authentication,
  ...authenticationJwt,
  ...authenticationServiceAccounts,
  ...authorization,
  ...authorizationWebhook,
  ...cel,
  ...cluster,
  ...config,
  ...configAuthentication,
  ...configAuthorization,
  ...configEgress,
  ...configEncryption,
  ...egress,
  ...enablement,
  ...encryption,
  ...flags,
  ...http,
  ...lifecycle,
  ...objects,
  ...peers,
  ...proxy,
  ...services,
  ...serving,
  ...storage,
  ...tracing,
}
