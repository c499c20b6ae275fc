import { DATA_BASE } from '../../../src/contract/call.ts'
import { validateToken } from '../../../src/contract/sign-in.ts'
import { figure, holds, none, type Scenario } from '../scenario.ts'
import { forgedHeaders } from '../support/forged-tokens.ts'
import { send } from '../support/http.ts'
import { addressOf, issueTokens, staffWith } from '../support/staff.ts'

/** Calls that require a token: a data call, and the check of a stored token. */
const PATHS = [`${DATA_BASE}/suppliers`, addressOf(validateToken, validateToken.path)]

/** Tokens that the server did not issue, or has revoked. */
export const tokens: Scenario = {
  name: 'tokens',
  title: 'Forged tokens',
  within: 60,
  async run(bench) {
    const database = await bench.database()
    const console = await bench.console(database)
    const [valid = '', ended = ''] = await issueTokens(bench, database, 2)
    await staffWith(console.url, ended).signOut()
    const keys = await bench.read(database, (db) =>
      db.selectFrom('signing_keys').select('secret').where('id', '=', 'local').execute(),
    )
    const key = Buffer.from(keys[0]?.secret ?? '', 'base64url')
    const jwks = (await send(console.url, '/local-identity/jwks')).text
    const forged = forgedHeaders({ valid, ended, key, jwks })
    const isAccepted = async (headers: Record<string, string>) => {
      const answers = await Promise.all(PATHS.map((path) => send(console.url, path, { headers })))
      // 429 limits requests without a valid session, and never applies to a valid one.
      return answers.some(({ status }) => status !== 401 && status !== 429)
    }
    const accepted: string[] = []
    for (const [name, headers] of forged) if (await isAccepted(headers)) accepted.push(name)
    const inAddress = await send(console.url, `${PATHS[0]}?access_token=${valid}&token=${valid}`)
    if (inAddress.status !== 401 && inAddress.status !== 429) accepted.push('a token in the address')
    return [
      figure('Kinds of forged tokens', forged.length + 1),
      none('Accepted', accepted),
      holds(
        'The valid token is accepted all the same',
        await isAccepted({ authorization: `Bearer ${valid}` }),
      ),
    ]
  },
}
