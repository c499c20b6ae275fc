import { useAtomValue } from 'jotai'
import { SelectField } from '../../form/fields.tsx'
import { setTheme, THEMES, type Theme, themeAtom } from '../../state/theme.ts'
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx'

const LABELS: Record<Theme, string> = { system: 'Match system', light: 'Light', dark: 'Dark' }

/** How the console looks in this browser. */
export function AppearanceCard() {
  const theme = useAtomValue(themeAtom)
  return (
    <Card>
      <CardHeader>
        <CardTitle>Appearance</CardTitle>
      </CardHeader>
      <div className="p-3">
        <SelectField
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={THEMES}
          labelOf={(one) => LABELS[one]}
        />
      </div>
    </Card>
  )
}
