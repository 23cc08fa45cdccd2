import type { Style } from '../text/ctx.ts';
import { type Paint, type Theme, unpainted } from '../text/theme.ts';
import type { Field, Role, Row } from './field.ts';
import { roleOfSign, roleOfTrend } from './fields.ts';

export function paintOf(field: Field, row: Row, theme: Theme, style: Style): Paint {
  return paintOfRole(field.role?.(row) ?? null, theme, style);
}

function paintOfRole(role: Role, theme: Theme, style: Style = 'screen'): Paint {
  if (role === null) return unpainted;
  if (role === 'quiet') return style === 'screen' ? theme.muted : unpainted;
  return theme[role];
}

/** The parts of the text of a field, painted; none for a field that has no parts. */
export function paintedParts(field: Field, row: Row, theme: Theme): ReadonlyArray<readonly [string, Paint]> {
  return (field.parts?.(row) ?? []).map(
    ([text, role]) => [text, paintOfRole(role, theme, 'screen')] as const,
  );
}

export function paintOfSign(theme: Theme, value: number | null): Paint {
  return paintOfRole(roleOfSign(value), theme);
}

export function paintOfTrend(theme: Theme, trend: { readonly word: string | null } | null): Paint {
  return paintOfRole(roleOfTrend(trend), theme);
}
