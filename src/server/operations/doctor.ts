import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { databaseFile, formerDatabase, nameOfDatabase, openDatabase } from '../db/connection.ts'
import { type Config, ConfigError, readConfig } from '../platform/config.ts'
import { checkCourierRules } from './check-courier-rules.ts'
import { checkCouriers } from './check-couriers.ts'
import { checkData } from './check-data.ts'
import { checkPrinters } from './check-printers.ts'
import { checkSettingNames } from './check-setting-names.ts'
import { checkSettings } from './check-settings.ts'
import { checkFiles, checkPostgres, checkWatchFolder } from './check-storage.ts'
import { plainTable, runCommandLine } from './command-line.ts'
import { attention, type Finding, fine } from './findings.ts'

await runCommandLine(async (parameters) => {
  if (parameters.length > 0) throw new ConfigError('The doctor takes no parameters: npm run doctor.')
  const findings = [...(await checkServer()), ...checkSettingNames(process.env)]
  const rows = findings.map(({ check, needsAttention, detail }) => [
    check,
    needsAttention ? 'attention' : 'ok',
    detail,
  ])
  process.stdout.write(plainTable([['Check', 'State', 'Detail'], ...rows]))
  if (findings.some(({ needsAttention }) => needsAttention)) process.exitCode = 1
})

/** An invalid setting is a finding like others, because a misspelt one may be its cause. */
async function checkServer(): Promise<Finding[]> {
  try {
    const config = readConfig(process.env)
    return [
      ...checkSettings(config),
      ...checkWatchFolder(config.watchDir),
      ...checkCourierRules(config),
      ...(await checkCouriers(config)),
      ...(await checkPrinters(config)),
      ...(await checkDatabase(config)),
    ]
  } catch (error) {
    if (error instanceof ConfigError) return [attention('Settings', error.message)]
    throw error
  }
}

/** Read-only: it migrates no tables and creates no database. */
async function checkDatabase(config: Config): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === null
  const former = formerDatabase(config)
  const forgotten = former === null ? [] : [attention('Database', former)]
  if (isEmbedded && !existsSync(databaseFile(config.dataDir))) {
    return [...forgotten, attention('Database', `DATA_DIR ${resolve(config.dataDir)} holds no database yet.`)]
  }
  const files = [
    ...forgotten,
    fine('Database', `${nameOfDatabase(config)}.`),
    ...(isEmbedded ? checkFiles(config.dataDir) : []),
  ]
  try {
    const db = await openDatabase(config, { isPatient: true, migrates: false })
    try {
      const postgres = isEmbedded ? [] : await checkPostgres(db)
      return [...files, ...postgres, ...(await checkData({ db, clock: Date.now, config }))]
    } finally {
      await db.destroy()
    }
  } catch (error) {
    return [...files, attention('Database', error instanceof Error ? error.message : String(error))]
  }
}
