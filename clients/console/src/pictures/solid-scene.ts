import {
  AmbientLight,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  Vector3,
  WebGLRenderer,
} from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";

import { colourOf, sharesOf } from "./colours.ts";
import { edgesOf } from "./solids.ts";

/** A solid with a value on each vertex. */
export interface WeightedSolid {
  readonly vertices: readonly (readonly number[])[];
  readonly values: readonly number[];
}

/**
 * Draws a solid in a canvas, its values as the colours and sizes of its vertices. Draws only when something changes.
 */
export class SolidScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(35, 1, 0.1, 20);
  readonly #solid = new Group();
  readonly #canvas: HTMLCanvasElement;
  /** One ball for all vertices, scaled by each. */
  readonly #ball = new SphereGeometry(1, 24, 16);

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.#camera.position.set(0, 0, 4.4);
    const light = new DirectionalLight("#ffffff", 2);
    light.position.set(2, 3, 4);
    this.#scene.add(new AmbientLight("#ffffff", 1.6), light, this.#solid);
    this.turn(0.5, 0.35);
  }

  /** Shows a solid instead of the previous one. */
  show({ vertices, values }: WeightedSolid): void {
    this.#clear();
    const ink = getComputedStyle(this.#canvas).color;
    const shares = sharesOf(values);
    this.#solid.add(facesOf(vertices, ink), edgeLines(vertices, ink));
    for (const [index, [x = 0, y = 0, z = 0]] of vertices.entries()) {
      const share = shares[index] ?? 0.5;
      const ball = new Mesh(
        this.#ball,
        new MeshStandardMaterial({ color: new Color(colourOf(share)), roughness: 0.5 }),
      );
      ball.position.set(x, y, z);
      ball.scale.setScalar(0.05 + 0.09 * share);
      this.#solid.add(ball);
    }
    this.draw();
  }

  /** Turns the solid by angles in radians, about the vertical and the horizontal axis of the picture. */
  turn(right: number, down: number): void {
    this.#solid.rotateOnWorldAxis(new Vector3(0, 1, 0), right);
    this.#solid.rotateOnWorldAxis(new Vector3(1, 0, 0), down);
    this.draw();
  }

  /** The present rotation, as four numbers. */
  get view(): readonly number[] {
    return this.#solid.quaternion.toArray();
  }

  set view(numbers: readonly number[]) {
    const [x = 0, y = 0, z = 0, w = 1] = numbers;
    this.#solid.quaternion.set(x, y, z, w).normalize();
    this.draw();
  }

  draw(): void {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0) return;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.#renderer.setSize(clientWidth, clientHeight, false);
    this.#camera.aspect = clientWidth / clientHeight;
    this.#camera.updateProjectionMatrix();
    this.#renderer.render(this.#scene, this.#camera);
  }

  close(): void {
    this.#clear();
    this.#ball.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #clear(): void {
    for (const part of [...this.#solid.children]) {
      const { geometry, material } = part as Mesh;
      if (geometry !== this.#ball) geometry.dispose();
      for (const one of [material].flat()) one.dispose();
      this.#solid.remove(part);
    }
  }
}

function facesOf(vertices: WeightedSolid["vertices"], ink: string): Mesh {
  const points = vertices.map(([x = 0, y = 0, z = 0]) => new Vector3(x, y, z));
  const material = new MeshBasicMaterial({
    color: new Color(ink),
    transparent: true,
    opacity: 0.07,
    side: DoubleSide,
    depthWrite: false,
  });
  return new Mesh(new ConvexGeometry(points), material);
}

function edgeLines(vertices: WeightedSolid["vertices"], ink: string): LineSegments {
  const places = edgesOf(vertices).flatMap(([a, b]) => [...(vertices[a] as number[]), ...(vertices[b] as number[])]);
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(places, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: new Color(ink), transparent: true, opacity: 0.55 }));
}
