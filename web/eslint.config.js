import js from "@eslint/js"
import a11y from "eslint-plugin-jsx-a11y"
import hooks from "eslint-plugin-react-hooks"
import { defineConfig } from "eslint/config"
import ts from "typescript-eslint"

export default defineConfig(
  { ignores: ["src/api/types/**", "node_modules/**"] },
  js.configs.recommended,
  ts.configs.strict,
  hooks.configs.flat.recommended,
  a11y.flatConfigs.recommended,
  {
    rules: {
      complexity: ["error", 10],
      "max-lines": ["error", 300],
      "max-lines-per-function": ["error", { max: 80, skipComments: true }],
      "no-console": "error",
    },
  },
)
