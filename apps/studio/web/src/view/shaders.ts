// The shaders of everything that is large. They go from metres to the screen themselves, in one uniform, so that a
// moving camera touches no vertex.

import { GlProgram, Shader, UniformGroup } from "pixi.js";

export const VIEW_GLSL = `
uniform vec4 uView;  // the world's point in the middle; clip units a metre, across and up
vec4 seen(vec2 world) { return vec4((world - uView.xy) * uView.zw, 0.0, 1.0); }`;

/** The camera, shared by all shaders: change it once, every mesh moves. */
export type View = UniformGroup<{
  uView: { value: Float32Array; type: "vec4<f32>" };
  uScale: { value: number; type: "f32" };
  uTexel: { value: Float32Array; type: "vec2<f32>" };
}>;

export function newView(): View {
  return new UniformGroup({
    uView: { value: new Float32Array(4), type: "vec4<f32>" },
    // Device pixels a metre, and clip units a device pixel.
    uScale: { value: 1, type: "f32" },
    uTexel: { value: new Float32Array(2), type: "vec2<f32>" },
  });
}

export function shader(vertex: string, fragment: string, resources: Record<string, UniformGroup>): Shader {
  const head = "#version 300 es\nprecision highp float;\n";
  return new Shader({ glProgram: new GlProgram({ vertex: head + vertex, fragment: head + fragment }), resources });
}

/** Coloured triangles and hairlines: x, y and a colour a vertex. */
export const flatShader = (view: View): Shader =>
  shader(
    `in vec2 place; in vec4 tint; out vec4 colour; ${VIEW_GLSL}
     void main() { colour = vec4(tint.rgb * tint.a, tint.a); gl_Position = seen(place); }`,
    `in vec4 colour; out vec4 pixel; void main() { pixel = colour; }`,
    { view },
  );

/** Lines of a given width on the screen: both ends at every corner, the corner's number says which one it is. */
export const lineShader = (view: View, style: UniformGroup): Shader =>
  shader(
    `in vec4 ends; in vec4 tint; out vec4 colour; uniform vec2 uTexel; uniform float uWidth; ${VIEW_GLSL}
     void main() {
       int corner = gl_VertexID & 3;
       vec4 a = seen(ends.xy), b = seen(ends.zw);
       vec2 along = (b.xy - a.xy) / uTexel;
       float size = length(along);
       along = size > 0.0 ? along / size : vec2(1.0, 0.0);
       vec2 aside = vec2(-along.y, along.x) * (corner < 2 ? 1.0 : -1.0);
       bool first = corner == 0 || corner == 3;
       vec2 out_ = (aside + (first ? -along : along) * 0.5) * uWidth * 0.5;
       colour = vec4(tint.rgb * tint.a, tint.a);
       gl_Position = vec4((first ? a.xy : b.xy) + out_ * uTexel, 0.0, 1.0);
     }`,
    `in vec4 colour; out vec4 pixel; void main() { pixel = colour; }`,
    { view, style },
  );

/** A layer of the map: one colour, or one of a ramp by each vertex' value. */
export const layerShader = (view: View, style: UniformGroup): Shader =>
  shader(
    `in vec3 vertex; out float value; uniform float uSize; ${VIEW_GLSL}
     void main() { value = vertex.z; gl_Position = seen(vertex.xy); gl_PointSize = uSize; }`,
    `in float value; out vec4 pixel; uniform vec4 uColour; uniform vec2 uRange; uniform vec3 uRamp[6];
     void main() {
       vec3 rgb = uColour.rgb;
       if (uRange.y > uRange.x) {
         float at = clamp((value - uRange.x) / (uRange.y - uRange.x), 0.0, 1.0) * 5.0;
         int i = min(int(at), 4);
         rgb = mix(uRamp[i], uRamp[i + 1], at - float(i));
       }
       pixel = vec4(rgb * uColour.a, uColour.a);
     }`,
    { view, style },
  );

/**
 * Agents as points with a disc and a heading in them. Points, not instanced quads: a frame's eight bytes are the vertex,
 * and software rendering draws them five times as fast (README.md).
 */
export const agentShader = (view: View, style: UniformGroup): Shader =>
  shader(
    `in vec2 place; in vec2 turn; in vec2 size;
     out vec3 colour; out vec2 ahead; out float pixels; out float trouble;
     uniform vec4 uBox; uniform vec3 uGroups[16]; uniform vec2 uRadii; uniform vec3 uRamp[6]; uniform vec3 uKnown; uniform vec3 uMistaken; uniform float uScale; uniform float uLeast; uniform float uSize; ${VIEW_GLSL}
     void main() {
       float status = floor(turn.y * 255.0 + 0.5);
       float group = floor(status / 16.0);
       status -= 16.0 * group;
       float mistaken = step(8.0, status);
       status -= 8.0 * mistaken;
       float angle = turn.x * 255.0 / 256.0 * 6.28318531;
       float radius = (size.x + 256.0 * size.y) * 255.0 * 0.005;
       ahead = vec2(cos(angle), sin(angle));
       colour = uGroups[int(group)];
       if (uRadii.y > uRadii.x) {
         float at = clamp((radius - uRadii.x) / (uRadii.y - uRadii.x), 0.0, 1.0) * 5.0;
         int i = min(int(at), 4);
         colour = mix(uRamp[i], uRamp[i + 1], at - float(i));
       }
       if (uKnown.x >= 0.0) colour = mistaken > 0.5 ? uMistaken : uKnown;
       trouble = status == 2.0 || status == 3.0 ? 1.0 : 0.0;
       pixels = max(2.0 * radius * uScale * uSize, uLeast);
       gl_PointSize = pixels;
       // Status 5 is nobody: who was here has left. Out of sight.
       gl_Position = status == 5.0 ? vec4(2.0, 2.0, 2.0, 1.0) : seen(mix(uBox.xy, uBox.zw, place));
     }`,
    `in vec3 colour; in vec2 ahead; in float pixels; in float trouble; out vec4 pixel; uniform vec3 uTrouble;
     void main() {
       vec2 p = vec2(2.0 * gl_PointCoord.x - 1.0, 1.0 - 2.0 * gl_PointCoord.y);
       float square = dot(p, p);
       if (square > 1.0 && pixels > 3.0) discard;
       vec3 rgb = mix(colour, uTrouble, trouble * step(0.42, square));
       // A wedge from the middle to the front; too small to see below some pixels.
       float front = dot(p, ahead), side = abs(ahead.x * p.y - ahead.y * p.x);
       if (pixels > 7.0 && front > 0.05 && side < 0.42 * (0.95 - front)) rgb = mix(rgb, vec3(1.0), 0.75);
       pixel = vec4(rgb, 1.0);
     }`,
    { view, style },
  );
