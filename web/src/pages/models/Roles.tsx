import type { ModelShown, RoleModelsShown } from "@/api/types/server"
import { useNames } from "@/i18n/names"
import { useWords } from "@/i18n/words"
import styles from "./models.module.css"
import { modelsWords } from "./words"

interface Shown {
  /** Show what would answer if it could be asked: one only looks at a preset. */
  isLook: boolean
}

/** The roles of a team, each with what answers it. */
export function Roles({ team, roles, isLook }: { team: string; roles: RoleModelsShown[] } & Shown) {
  const t = useWords(modelsWords)
  const names = useNames()
  return (
    <section aria-labelledby={`team-${team}`}>
      <h2 id={`team-${team}`}>{names.team(team)}</h2>
      <div className={styles.wide}>
        <table className={styles.roles}>
          <thead>
            <tr>
              {[t.role, t.tier, t.answers, t.price, t.else].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roles.map((role) => (
              <RoleRow key={role.role} role={role} isLook={isLook} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function RoleRow({ role, isLook }: { role: RoleModelsShown } & Shown) {
  const t = useWords(modelsWords)
  const names = useNames()
  const usable = role.models.filter((one) => !one.lacks)
  const [first, ...others] = usable.length || !isLook ? usable : role.models
  const tiers: Record<string, string> = t.tiers
  return (
    <tr>
      <th scope="row">
        {names.node(role.role)} <code className={styles.id}>{role.role}</code>
      </th>
      <td>
        {tiers[role.tier] ?? role.tier}
        {isOwn(role) && <span className={styles.own}>{t.own(role.why)}</span>}
      </td>
      <td>{first ? <code>{first.model}</code> : t.rule}</td>
      <td className={styles.price}>{first ? <Price model={first} /> : t.free}</td>
      <td>
        {first && (
          <span className={styles.chain}>
            {others.map((one) => (
              <code key={one.model}>{one.model}</code>
            ))}
            <span>{t.rule}</span>
          </span>
        )}
      </td>
    </tr>
  )
}

/** Whether something was set for this role or tier alone, beside the preset. */
const isOwn = ({ why, tier }: RoleModelsShown) => why !== "every role" && why !== `tier ${tier}`

function Price({ model }: { model: ModelShown }) {
  const t = useWords(modelsWords)
  if (model.usd_in === null || model.usd_out === null) return t.unknown
  return `${model.usd_in.toFixed(2)} / ${model.usd_out.toFixed(2)}`
}
