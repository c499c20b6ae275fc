import { type Config, ConfigError } from './config.ts'

/**
 * The demo signs anyone in and books nothing real. A business must choose either, so that a forgotten setting does not.
 * Commands beside the server need neither.
 * @throws {ConfigError} if a business would start without a choice of sign-in or couriers
 */
export function refuseWithoutChoice(config: Pick<Config, 'entra' | 'localSignIn' | 'couriers'>): void {
  if (config.entra === null && !config.localSignIn) {
    throw new ConfigError(
      'Without the demo, set ENTRA_TENANT_ID, ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET to sign in with Microsoft, or LOCAL_SIGN_IN=on to let anyone on this machine sign in without a password.',
    )
  }
  if (config.couriers === 'none') {
    throw new ConfigError(
      'With DEMO=off, set GSS_ACCESS_KEY and GSS_SITE_ID to book with GoSweetSpot, or COURIERS=simulated to book nothing real.',
    )
  }
}
